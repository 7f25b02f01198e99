import { expose } from '#kernel/expose.ts'
import { leads } from './contract.ts'
import * as board from './service/board.ts'
import * as adding from './service/bulk-add.ts'
import * as bulk from './service/bulk-changes.ts'
import * as stats from './service/stats.ts'
import * as service from './service.ts'
import { leadSettings } from './settings/contract.ts'
import * as settings from './settings/service.ts'

export const leadsRouter = expose(leads, {
  ...service,
  ...board,
  ...bulk,
  addMany: adding.addMany,
  ...stats,
  export: bulk.exportCsv,
})

export const leadSettingsRouter = expose(leadSettings, settings)
