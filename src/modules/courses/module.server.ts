import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import { courses } from './contract.ts'
import { courseAccessEnded, courseCompleted, courseEnrolled, courseInactive } from './enrollments/events.ts'
import { listCohortsOfRange } from './enrollments/service/calendar-entries.ts'
import { courseActions, courseTriggers } from './enrollments/service/workflow-pieces.ts'
import * as jobs from './jobs.ts'
import { coursesRouter } from './router.ts'

/** The enrollment that it is about, with its lessons. */
const ofLearner = {
  read: ['learners', 'get'] as const,
  input: ({ enrollmentId }: { enrollmentId: string }) => ({ id: enrollmentId }),
  details: ({ personId, courseId }: { personId: string; courseId: string }) => ({ personId, courseId }),
}

export default defineServerModule({
  name: 'courses',
  contract: { courses },
  router: { courses: coursesRouter },
  jobs: [jobs],
  calendarEntries: { cohort: listCohortsOfRange },
  workflowTriggers: courseTriggers,
  workflowActions: courseActions,
  internalEvents: { 'course.published': 'Works out anew what opens when for learners' },
  webhookEvents: {
    'course.enrolled': webhookEvent({ event: courseEnrolled, summary: 'Someone joined a course', ...ofLearner }),
    'course.completed': webhookEvent({ event: courseCompleted, summary: 'Someone completed a course', ...ofLearner }),
    'course.inactive': webhookEvent({
      event: courseInactive,
      summary: 'Someone does nothing in a course',
      ...ofLearner,
    }),
    'course.access_ended': webhookEvent({
      event: courseAccessEnded,
      summary: 'Someone’s access to a course ended',
      ...ofLearner,
    }),
  },
})
