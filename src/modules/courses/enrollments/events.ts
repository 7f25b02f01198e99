import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const learner = { personId: z.uuid(), courseId: z.uuid(), enrollmentId: z.uuid(), at: z.coerce.date() }

/** Someone may take a course who could not before. */
export const courseEnrolled = event('course.enrolled', z.object(learner))
/** Every required lesson is completed: once for each enrollment. */
export const courseCompleted = event('course.completed', z.object(learner))
/** They did nothing for as long as the course says. */
export const courseInactive = event('course.inactive', z.object(learner))
/** Their access ended or was taken away. */
export const courseAccessEnded = event('course.access_ended', z.object(learner))
