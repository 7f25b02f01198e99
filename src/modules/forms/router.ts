import { expose } from '#kernel/expose.ts'
import { forms } from './contract.ts'
import { refund, sendPayLink } from './paying/service.ts'
import { linkFor } from './service/known.ts'
import { stats } from './service/stats.ts'
import * as service from './service.ts'
import { formSubmissions } from './submissions/contract.ts'
import * as submissions from './submissions/service.ts'
import { unfinishedForms } from './unfinished/contract.ts'
import * as unfinished from './unfinished/service.ts'

export const formsRouter = expose(forms, { ...service, stats, linkFor, export: service.exportCsv })
export const formSubmissionsRouter = expose(formSubmissions, {
  ...submissions,
  refund,
  sendPayLink,
  export: submissions.exportCsv,
})
export const unfinishedFormsRouter = expose(unfinishedForms, unfinished)
