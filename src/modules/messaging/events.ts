import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { messageStates } from './rules/states.ts'

/** Messages wait for delivery, not before the instant where one is given. */
export const messagesQueued = event(
  'messages.queued',
  z.object({ messageIds: z.array(z.uuid()).min(1).max(500), notBefore: z.iso.datetime().optional() }),
)
/** Of what was written of a campaign, nothing is still to leave. */
export const batchMoved = event('messages.batch-moved', z.object({ batchId: z.uuid() }))

/** What became of a message whose sender wants to know; see rules/followed.ts. */
export const messageSettled = event(
  'message.settled',
  z.object({ messageId: z.uuid(), key: z.string(), kind: z.string(), state: z.enum(messageStates) }),
)

/** Someone wrote to the account; `word` is what it was read as, where it was a word like STOP. */
export const messageReceived = event(
  'message.received',
  z.object({
    messageId: z.uuid(),
    word: z.enum(['stop', 'fuzzy_stop', 'review', 'start', 'help']).nullable(),
    /** No person wrote it. */
    automatic: z.boolean().default(false),
  }),
)

/** Nobody can say whether a text left, the carrier neither: someone should know. */
export const textLost = event('text.lost', z.object({ messageId: z.uuid() }))
