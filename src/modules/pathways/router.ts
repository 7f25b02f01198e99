import { expose } from '#kernel/expose.ts'
import { pathways } from './contract.ts'
import { exportPathways, list } from './service/list.ts'
import { archive, create, duplicate, get, publish, remove, restore, update } from './service.ts'

export const pathwaysRouter = expose(pathways, {
  list,
  get,
  create,
  update,
  publish,
  archive,
  duplicate,
  remove,
  restore,
  export: exportPathways,
})
