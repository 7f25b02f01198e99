import { defineServerModule } from '#kernel/server-modules.ts'
import { identityRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { seedIdentity } from './seed.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'identity',
  contract: {},
  router: {},
  jobs: [jobs],
  tasks: [tasks],
  http: identityRoutes,
  openDemo: seedIdentity,
})
