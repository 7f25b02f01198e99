import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Nobody has taken an alert: the next ones are paged. */
export const escalate = declareTask('crisis.escalate', z.object({ id: z.uuid(), round: z.number().int() }))
