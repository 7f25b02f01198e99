import { expose } from '#kernel/expose.ts'
import { reviews } from './contract.ts'
import { draftResponse, readDrafting } from './service/drafts.ts'
import { exportCsv, list, readSummary } from './service/list.ts'
import { check, respond, withdraw } from './service/responses.ts'
import { get, update } from './service.ts'

export const reviewsRouter = expose(reviews, {
  list,
  summary: readSummary,
  get,
  update,
  check,
  drafting: readDrafting,
  draft: draftResponse,
  respond,
  withdraw,
  export: exportCsv,
})
