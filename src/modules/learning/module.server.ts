import { defineServerModule } from '#kernel/server-modules.ts'
import { certificateRoutes } from './http.ts'
import * as jobs from './jobs.ts'

export default defineServerModule({
  name: 'learning',
  contract: {},
  router: {},
  jobs: [jobs],
  http: certificateRoutes,
})
