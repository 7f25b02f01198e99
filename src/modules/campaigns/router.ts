import { expose } from '#kernel/expose.ts'
import { campaigns } from './contract.ts'
import { counts, exportCsv, list } from './service/list.ts'

export const campaignsRouter = expose(campaigns, { list, counts, export: exportCsv })
