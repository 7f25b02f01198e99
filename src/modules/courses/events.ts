import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A new version of a course reached its learners. */
export const coursePublished = event(
  'course.published',
  z.object({ courseId: z.uuid(), number: z.number().int(), at: z.coerce.date() }),
)
