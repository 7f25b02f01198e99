import { defineServerModule } from '#kernel/server-modules.ts'
import { linkRoutes } from './http.ts'
import * as jobs from './jobs.ts'

export default defineServerModule({
  name: 'links',
  contract: {},
  router: {},
  jobs: [jobs],
  http: linkRoutes,
  internalEvents: { 'goal.reached': 'Tells funnels what visitors did' },
})
