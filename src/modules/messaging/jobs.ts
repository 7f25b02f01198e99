import { z } from 'zod'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { MailRefused, mail } from '#providers/mail/index.ts'
import { texts } from '#providers/sms/index.ts'
import { messageQueued } from './events.ts'
import { claim, findStuck, settle } from './service.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

/** By the provider of its channel. */
const hand = (message: Claimed) =>
  message.channel === 'sms'
    ? texts().send({ to: message.recipient, text: message.bodyText, messageId: message.id })
    : mail().send({
        to: message.recipient,
        toName: message.recipientName,
        subject: message.subject,
        text: message.bodyText,
        html: message.bodyHtml,
        messageId: message.id,
      })

/** Hands one message to its provider: claimed in a transaction, called outside, settled in another. */
export const deliver = task(
  'messaging.deliver',
  z.object({ messageId: z.uuid() }),
  async (ctx, { messageId }, attempt) => {
    const message = await ctx.tx(tx => claim(tx, messageId))
    if (!message) return
    try {
      const sent = await hand(message)
      await ctx.tx(tx => settle(tx, messageId, { ...sent, problem: null }))
    } catch (error) {
      // Refused before it was taken: safe to try again. Anything else may have left, and is not repeated.
      const refused = error instanceof MailRefused
      const again = refused && error.temporary && !attempt.last
      const problem = String(error instanceof Error ? error.message : error).slice(0, 300)
      await ctx.tx(tx => settle(tx, messageId, { state: again ? 'queued' : refused ? 'failed' : 'unknown', problem }))
      if (again) throw error
    }
  },
)

export const queued = on(messageQueued, 'messaging.queued', (ctx, { messageId }) =>
  enqueue(ctx, deliver, { messageId }),
)

/** A worker that was killed between claim and answer leaves "sending": nobody knows whether it left. */
export const sweep = every('*/5 * * * *', 'messaging.sweep', async ctx => {
  for (const id of await findStuck(ctx))
    await settle(ctx, id, { state: 'unknown', problem: 'The worker stopped while sending' })
})
