import { expose } from '#kernel/expose.ts'
import * as adding from './adding/service.ts'
import * as board from './board/service.ts'
import * as bulk from './bulk/service.ts'
import { leads } from './contract.ts'
import * as service from './service.ts'
import { leadSettings } from './settings/contract.ts'
import * as settings from './settings/service.ts'
import * as stats from './stats/service.ts'

export const leadsRouter = expose(leads, {
  ...service,
  ...board,
  ...bulk,
  addMany: adding.addMany,
  ...stats,
  export: bulk.exportCsv,
})

export const leadSettingsRouter = expose(leadSettings, settings)
