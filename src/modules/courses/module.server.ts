import { defineServerModule } from '#kernel/server-modules.ts'
import { courses } from './contract.ts'
import * as jobs from './jobs.ts'
import { coursesRouter } from './router.ts'

export default defineServerModule({
  name: 'courses',
  contract: { courses },
  router: { courses: coursesRouter },
  jobs: [jobs],
  internalEvents: { 'course.published': 'Works out anew what opens when for learners' },
})
