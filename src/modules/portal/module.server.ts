import { defineServerModule } from '#kernel/server-modules.ts'
import { portal } from './contract.ts'
import { portalRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { portalRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'portal',
  contract: { portal },
  router: { portal: portalRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: portalRoutes,
})
