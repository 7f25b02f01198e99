import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** A mail server that is down for a night gets its mail in the morning: after seconds, then minutes, then every hour. */
const patience = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 }

/** Messages wait for their provider. */
export const deliver = declareTask(
  'messaging.deliver',
  /** paced: each has its place in the line of its number already. */
  z.object({ messageIds: z.array(z.uuid()), paced: z.boolean().optional() }),
  patience,
)
