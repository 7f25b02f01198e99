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
  remove,
  restore,
  summary,
  unpublish,
  update,
} from './service.ts'

export const membershipSitesRouter = expose(membershipSites, {
  list,
  summary,
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
