import { defineServerModule } from '#kernel/server-modules.ts'
import { webDomains } from './contract.ts'
import { webDomainRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { webDomainsRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'web-domains',
  contract: { webDomains },
  router: { webDomains: webDomainsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: webDomainRoutes,
})
