import { defineServerModule } from '#kernel/server-modules.ts'
import { filesRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { resumableRoutes } from './resumable/http.ts'
import * as resumableJobs from './resumable/jobs.ts'
import { countStorage } from './service/limit-counter.ts'

export default defineServerModule({
  name: 'files',
  contract: {},
  router: {},
  limitCounters: { storage: countStorage },
  jobs: [jobs, resumableJobs],
  http: [...filesRoutes, ...resumableRoutes],
})
