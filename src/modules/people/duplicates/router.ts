import { expose } from '#kernel/expose.ts'
import { duplicates } from './contract.ts'
import * as service from './service.ts'

export const duplicatesRouter = expose(duplicates, { ...service, export: service.exportCsv })
