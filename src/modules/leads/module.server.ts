import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { leads } from './contract.ts'
import * as jobs from './jobs.ts'
import { leadsRouter } from './router.ts'
import { seedLeads } from './seed.ts'

export default defineServerModule({
  name: 'leads',
  contract: { leads },
  router: { leads: leadsRouter },
  jobs: [jobs],
  seed: [seed({ name: 'leads', after: ['people'], run: seedLeads })],
})
