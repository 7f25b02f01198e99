import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import { assignmentSubmitted, certificateIssued, lessonCompleted, trainingExpired, trainingExpiring } from './events.ts'
import { certificateRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { learners } from './learners/contract.ts'
import { learnersRouter } from './learners/router.ts'
import { assignments, lessonComments } from './reviews/contract.ts'
import { reviewRoutes } from './reviews/http.ts'
import { assignmentsRouter, lessonCommentsRouter } from './reviews/router.ts'
import { learningTriggers } from './service/workflow-pieces.ts'

/** The enrollment that it is about, with its lessons. */
const ofLearner = {
  read: ['learners', 'get'] as const,
  input: ({ enrollmentId }: { enrollmentId: string }) => ({ id: enrollmentId }),
  details: ({ personId, courseId }: { personId: string; courseId: string }) => ({ personId, courseId }),
}

export default defineServerModule({
  name: 'learning',
  contract: { learners, assignments, lessonComments },
  router: { learners: learnersRouter, assignments: assignmentsRouter, lessonComments: lessonCommentsRouter },
  jobs: [jobs],
  workflowTriggers: learningTriggers,
  webhookEvents: {
    'lesson.completed': webhookEvent({
      event: lessonCompleted,
      summary: 'Someone completed a lesson',
      ...ofLearner,
      details: ({ personId, courseId, lessonId }) => ({ personId, courseId, lessonId }),
    }),
    'certificate.issued': webhookEvent({
      event: certificateIssued,
      summary: 'Someone got a certificate',
      ...ofLearner,
      details: ({ personId, courseId, certificateId }) => ({ personId, courseId, certificateId }),
    }),
    'training.expiring': webhookEvent({
      event: trainingExpiring,
      summary: 'Someone’s training ends in 30 or 7 days',
      ...ofLearner,
    }),
    'training.expired': webhookEvent({ event: trainingExpired, summary: 'Someone’s training has ended', ...ofLearner }),
    'assignment.submitted': webhookEvent({
      event: assignmentSubmitted,
      summary: 'Someone handed in an assignment',
      read: ['assignments', 'get'],
      input: ({ submissionId }) => ({ id: submissionId }),
    }),
  },
  http: [...certificateRoutes, ...reviewRoutes],
})
