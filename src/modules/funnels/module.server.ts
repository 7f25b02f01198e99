import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { funnels } from './contract.ts'
import { funnelRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { funnelsRouter } from './router.ts'
import { seedFunnels } from './seed.ts'
import { uses } from './service/uses.ts'

export default defineServerModule({
  name: 'funnels',
  contract: { funnels },
  router: { funnels: funnelsRouter },
  jobs: [jobs],
  http: funnelRoutes,
  uses,
  seed: [seed({ name: 'funnels', after: ['pages', 'forms', 'calendar', 'attendance'], run: seedFunnels })],
})
