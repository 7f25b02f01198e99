import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** The next people of a bulk enrollment. */
export const enrollNext = declareTask('automation.enroll', z.object({ enrollmentId: z.uuid() }))
