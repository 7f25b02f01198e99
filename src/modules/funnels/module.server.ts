import { defineServerModule } from '#kernel/server-modules.ts'
import { funnels } from './contract.ts'
import { funnelRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { funnelsRouter } from './router.ts'

export default defineServerModule({
  name: 'funnels',
  contract: { funnels },
  router: { funnels: funnelsRouter },
  jobs: [jobs],
  http: funnelRoutes,
})
