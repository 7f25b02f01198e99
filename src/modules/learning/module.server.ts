import { defineServerModule } from '#kernel/server-modules.ts'
import { certificateRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { learners } from './learners/contract.ts'
import { learnersRouter } from './learners/router.ts'
import { assignments, lessonComments } from './reviews/contract.ts'
import { reviewRoutes } from './reviews/http.ts'
import { assignmentsRouter, lessonCommentsRouter } from './reviews/router.ts'

export default defineServerModule({
  name: 'learning',
  contract: { learners, assignments, lessonComments },
  router: { learners: learnersRouter, assignments: assignmentsRouter, lessonComments: lessonCommentsRouter },
  jobs: [jobs],
  http: [...certificateRoutes, ...reviewRoutes],
})
