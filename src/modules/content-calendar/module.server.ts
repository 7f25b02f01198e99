import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { contentCalendar } from './contract.ts'
import { contentCalendarRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { contentCalendarRouter } from './router.ts'
import { seedContentCalendar } from './seed.ts'

export default defineServerModule({
  name: 'content-calendar',
  contract: { contentCalendar },
  router: { contentCalendar: contentCalendarRouter },
  jobs: [jobs],
  http: contentCalendarRoutes,
  seed: [seed({ name: 'content-calendar', after: ['sermons'], run: seedContentCalendar })],
})
