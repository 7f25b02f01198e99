import { defineServerModule } from '#kernel/server-modules.ts'
import { filesRoutes } from './http.ts'
import * as jobs from './jobs.ts'

export default defineServerModule({
  name: 'files',
  contract: {},
  router: {},
  jobs: [jobs],
  http: filesRoutes,
})
