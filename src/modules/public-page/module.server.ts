import { defineServerModule } from '#kernel/server-modules.ts'
import * as jobs from './guard/jobs.ts'
import { publicPageRoutes } from './http.ts'

export default defineServerModule({
  name: 'public-page',
  contract: {},
  router: {},
  jobs: [jobs],
  http: publicPageRoutes,
})
