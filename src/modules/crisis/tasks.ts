import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Nobody has taken an alert: the next ones are paged. */
export const escalate = declareTask('crisis.escalate', z.object({ id: z.uuid(), round: z.number().int() }))
/** An hour is over: a message that may be a sign of danger is mailed to those who have not read it. */
export const remindOfLook = declareTask('crisis.remind-of-look', z.object({ id: z.uuid() }))
