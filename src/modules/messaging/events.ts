import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Messages wait for delivery, not before the instant where one is given. */
export const messagesQueued = event(
  'messages.queued',
  z.object({ messageIds: z.array(z.uuid()).min(1).max(500), notBefore: z.iso.datetime().optional() }),
)
/** Something of a campaign has left or come to nothing. */
export const batchMoved = event('messages.batch-moved', z.object({ batchId: z.uuid() }))
