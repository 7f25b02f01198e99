import type { OuterCtx } from '#kernel/ctx.ts'
import { MailRefused, mail } from '#providers/mail/index.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { attachments } from '../../attachments/service.ts'
import { recordDeliveryReport } from '../../bounces/service.ts'
import { type SignedSender, senderOf } from '../../domains/service.ts'
import { replyAddressFor } from '../../inbound-email/service/reply-address.ts'
import { shouldRetry } from '../rules.ts'
import type { Delivery } from './delivery.ts'
import { claimMessage, settleMessage } from './state.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

/** What a person sends along; nobody sends files to thousands. */
const filesOf = async (ctx: OuterCtx, { id, purpose }: Claimed) =>
  purpose === 'conversational' ? ctx.tx(tx => attachments(tx, id)) : []

async function sendClaimed(ctx: OuterCtx, message: Claimed, from?: SignedSender) {
  const files = await Promise.all(
    (await filesOf(ctx, message)).map(async ({ name, contentType, storageKey }) => ({
      name,
      contentType,
      content: await storage().get(storageKey),
    })),
  ).catch(error => {
    throw error instanceof Missing
      ? new MailRefused('A file attached to this email is no longer available.', false)
      : error
  })
  return mail().send({
    to: message.recipient,
    toName: message.recipientName,
    subject: message.subject,
    text: message.bodyText,
    html: message.bodyHtml,
    messageId: message.id,
    senderName: message.senderName,
    // Answers find their message by its address too, where a mail program drops the thread.
    replyTo: message.replyTo || replyAddress(message, from),
    ...(from && { from }),
    headers: message.headers,
    ...(message.calendar && { calendar: message.calendar }),
    ...(files.length > 0 && { files }),
  })
}

/** A mail in a domain that is verified no more leaves in the operator's name, and its answers still go to whom it was from. */
const replyAddress = ({ purpose, kind, id, fromAddress }: Claimed, from?: SignedSender) => {
  const here = purpose === 'conversational' || kind === 'campaign' ? replyAddressFor('r', id) : undefined
  if (fromAddress && !from) return (kind === 'campaign' && here) || fromAddress
  return here
}

/** One message: claimed in a transaction, sent outside, settled in another. Returns the refusal that is worth another try. */
async function deliverOne(ctx: OuterCtx, message: Claimed, last: boolean): Promise<MailRefused | undefined> {
  try {
    const from = message.fromAddress ? await ctx.tx(tx => senderOf(tx, message.fromAddress)) : undefined
    const sent = await sendClaimed(ctx, message, from)
    await ctx.tx(tx => settleMessage(tx, message.id, { ...sent, problem: null }))
  } catch (error) {
    const refused = error instanceof MailRefused ? error : undefined
    const again = shouldRetry(refused, last)
    const detail = String(error instanceof Error ? error.message : error).slice(0, 300)
    await ctx.tx(async tx => {
      const state = again ? 'queued' : refused ? 'failed' : 'unknown'
      if (refused?.bounce && !again) {
        const kind = refused.bounce === 'hard' ? 'hard_bounce' : 'soft_bounce'
        await recordDeliveryReport(tx, message.id, { kind, source: 'smtp', detail })
      } else {
        const errorCode = refused && !again ? (refused.temporary ? 'later' : 'refused') : undefined
        await settleMessage(tx, message.id, { state, problem: detail, ...(errorCode && { errorCode }) })
      }
    })
    if (again) return refused
  }
}

/** Mails one after the other, until one is refused for a reason that concerns them all. */
export async function deliverMails(ctx: OuterCtx, { ids, attempt, batches }: Delivery) {
  let later: MailRefused | undefined
  for (const id of ids) {
    if (attempt.signal.aborted) break
    const message = await ctx.tx(tx => claimMessage(tx, id))
    if (!message) continue
    if (message.batchId) batches.add(message.batchId)
    if (message.state !== 'sending') continue
    const refused = await deliverOne(ctx, message, attempt.last)
    later ??= refused
    // Not about this mailbox: the server is down, and would refuse the others as well.
    if (refused && !refused.bounce) break
  }
  return later
}
