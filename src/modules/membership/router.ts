import { expose } from '#kernel/expose.ts'
import { membershipSites } from './contract.ts'
import {
  archive,
  create,
  duplicate,
  exportSites,
  get,
  list,
  publish,
  readSummary,
  remove,
  restore,
  unpublish,
  update,
} from './service.ts'

export const membershipSitesRouter = expose(membershipSites, {
  list,
  summary: readSummary,
  get,
  create,
  update,
  publish,
  unpublish,
  archive,
  duplicate,
  remove,
  restore,
  export: exportSites,
})
