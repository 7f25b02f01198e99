import { z } from 'zod'
import type { OuterCtx } from '#kernel/ctx.ts'
import { type Attempt, emit, enqueue, every, on, task } from '#kernel/jobs.ts'
import { MailRefused, mail } from '#providers/mail/index.ts'
import { texts } from '#providers/sms/index.ts'
import { check, idsOf } from './domain-setup/service.ts'
import { type SignedSender, senderOf } from './domains/service.ts'
import { batchMoved, messagesQueued } from './events.ts'
import { addressFor } from './mail-in/service.ts'
import { report } from './receipts/service.ts'
import { claim, findStuck, settle } from './service.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

/** By the provider of its channel. */
const hand = (message: Claimed, from?: SignedSender) =>
  message.channel === 'sms'
    ? texts().send({ to: message.recipient, text: message.bodyText, messageId: message.id })
    : mail().send({
        to: message.recipient,
        toName: message.recipientName,
        subject: message.subject,
        text: message.bodyText,
        html: message.bodyHtml,
        messageId: message.id,
        senderName: message.senderName,
        // Answers find their message by its address too, where a mail program drops the thread.
        replyTo: message.replyTo || answersTo(message, from),
        ...(from && { from }),
        headers: message.headers,
      })

/** A mail in a domain that is verified no more leaves in the house's name, and its answers still go to whom it was from. */
const answersTo = ({ purpose, kind, id, fromAddress }: Claimed, from?: SignedSender) => {
  if (fromAddress && !from) return fromAddress
  return purpose === 'conversational' || (kind === 'campaign' && !from) ? addressFor('r', id) : undefined
}

/** One message: claimed in a transaction, handed over outside, settled in another. Returns the refusal that is worth another try. */
async function deliverOne(ctx: OuterCtx, message: Claimed, last: boolean): Promise<MailRefused | undefined> {
  try {
    const from = message.fromAddress ? await ctx.tx(tx => senderOf(tx, message.fromAddress)) : undefined
    const sent = await hand(message, from)
    await ctx.tx(tx => settle(tx, message.id, { ...sent, problem: null }))
  } catch (error) {
    // Refused before it was taken: safe to try again. Anything else may have left, and is not repeated.
    const refused = error instanceof MailRefused ? error : undefined
    const again = refused?.temporary && !last
    const detail = String(error instanceof Error ? error.message : error).slice(0, 300)
    await ctx.tx(async tx => {
      const state = again ? 'queued' : refused ? 'failed' : 'unknown'
      if (refused?.bounce && !again) {
        const kind = refused.bounce === 'hard' ? 'hard_bounce' : 'soft_bounce'
        await report(tx, message.id, { kind, source: 'smtp', detail })
      } else await settle(tx, message.id, { state, problem: detail })
    })
    if (again) return refused
  }
}

async function deliverAll(ctx: OuterCtx, messageIds: string[], attempt: Attempt): Promise<void> {
  const batches = new Set<string>()
  let later: MailRefused | undefined
  for (const id of messageIds) {
    if (attempt.signal.aborted) break
    const message = await ctx.tx(tx => claim(tx, id))
    if (!message) continue
    if (message.batchId) batches.add(message.batchId)
    if (message.state !== 'sending') continue
    const refused = await deliverOne(ctx, message, attempt.last)
    later ??= refused
    // Not about this mailbox: the server is down, and would refuse the others as well.
    if (refused && !refused.bounce) break
  }
  for (const batchId of batches) await ctx.tx(tx => emit(tx, batchMoved, { batchId }))
  if (later) throw later
}

/** A mail server that is down for a night gets its mail in the morning: after seconds, then minutes, then every hour. */
const patience = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 }

export const deliver = task(
  'messaging.deliver',
  z.object({ messageIds: z.array(z.uuid()) }),
  (ctx, { messageIds }, attempt) => deliverAll(ctx, messageIds, attempt),
  patience,
)

export const queued = on(messagesQueued, 'messaging.queued', (ctx, { messageIds, notBefore }) =>
  enqueue(ctx, deliver, { messageIds }, notBefore ? { after: new Date(notBefore) } : {}),
)

/** A worker that was killed between claim and answer leaves "sending": nobody knows whether it left. */
export const sweep = every('*/5 * * * *', 'messaging.sweep', async ctx => {
  const stuck = await findStuck(ctx)
  for (const { id } of stuck) await settle(ctx, id, { state: 'unknown', problem: 'The worker stopped while sending' })
  for (const batchId of new Set(stuck.flatMap(one => one.batchId ?? []))) await emit(ctx, batchMoved, { batchId })
})

/** Records change hands: what was verified is looked at again every night. */
export const lookAgain = task('messaging.check-domain', z.object({ id: z.uuid() }), async (ctx, { id }) => {
  await check(ctx, { id })
})
export const everyNight = every('17 3 * * *', 'messaging.domains', async ctx => {
  for (const { id } of await idsOf(ctx)) await enqueue(ctx, lookAgain, { id })
})
