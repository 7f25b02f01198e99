import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** One attempt. `replay`: asked for by a member, outside of the schedule of retries. */
export const deliverWebhook = declareTask(
  'webhooks.deliver',
  z.object({ deliveryId: z.uuid(), replay: z.boolean().default(false) }),
)
