import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const learner = { personId: z.uuid(), courseId: z.uuid(), enrollmentId: z.uuid(), at: z.coerce.date() }

/** The first time that someone completed a lesson. */
export const lessonCompleted = event('lesson.completed', z.object({ ...learner, lessonId: z.uuid() }))
export const certificateIssued = event('certificate.issued', z.object({ ...learner, certificateId: z.uuid() }))
/** A training ends in so many days. */
export const trainingExpiring = event(
  'training.expiring',
  z.object({ ...learner, certificateId: z.uuid(), days: z.number().int() }),
)
/** A training has ended, and was not renewed. */
export const trainingExpired = event('training.expired', z.object({ ...learner, certificateId: z.uuid() }))
/** Someone handed in an assignment. */
export const assignmentSubmitted = event(
  'assignment.submitted',
  z.object({ ...learner, lessonId: z.uuid(), submissionId: z.uuid() }),
)
