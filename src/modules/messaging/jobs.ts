import { z } from 'zod'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { type Attempt, emit, enqueue, every, on, task } from '#kernel/jobs.ts'
import { MailRefused, mail } from '#providers/mail/index.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import { attachments } from './attachments/service.ts'
import { batchIsDone } from './batches/service.ts'
import { check, idsOf } from './domain-setup/service.ts'
import { type SignedSender, senderOf } from './domains/service.ts'
import { batchMoved, messagesQueued, textLost } from './events.ts'
import { claimTexts, handTexts } from './handing/service.ts'
import { addressFor } from './mail-in/service.ts'
import { report } from './receipts/service.ts'
import { claim, findStuck, settle } from './service.ts'
import { compare, givenUp, resolve, texting, textsAmong, unknownTexts, whoseAreOpen } from './texting/service.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

/** What a person sends along; nobody sends files to thousands. */
const filesOf = async (ctx: OuterCtx, { id, purpose }: Claimed) =>
  purpose === 'conversational' ? ctx.tx(tx => attachments(tx, id)) : []

async function hand(ctx: OuterCtx, message: Claimed, from?: SignedSender) {
  const files = await Promise.all(
    (await filesOf(ctx, message)).map(async ({ name, contentType, storageKey }) => ({
      ...{ name, contentType, content: await storage().get(storageKey) },
    })),
  ).catch(error => {
    throw error instanceof Missing ? new MailRefused('A file that goes with this mail is gone.', false) : error
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
    replyTo: message.replyTo || answersTo(message, from),
    ...(from && { from }),
    headers: message.headers,
    ...(files.length > 0 && { files }),
  })
}

/** A mail in a domain that is verified no more leaves in the house's name, and its answers still go to whom it was from. */
const answersTo = ({ purpose, kind, id, fromAddress }: Claimed, from?: SignedSender) => {
  const here = purpose === 'conversational' || kind === 'campaign' ? addressFor('r', id) : undefined
  if (fromAddress && !from) return (kind === 'campaign' && here) || fromAddress
  return here
}

/** One message: claimed in a transaction, handed over outside, settled in another. Returns the refusal that is worth another try. */
async function deliverOne(ctx: OuterCtx, message: Claimed, last: boolean): Promise<MailRefused | undefined> {
  try {
    const from = message.fromAddress ? await ctx.tx(tx => senderOf(tx, message.fromAddress)) : undefined
    const sent = await hand(ctx, message, from)
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
      } else {
        const errorCode = refused && !again ? (refused.temporary ? 'later' : 'refused') : undefined
        await settle(tx, message.id, { state, problem: detail, ...(errorCode && { errorCode }) })
      }
    })
    if (again) return refused
  }
}

/** Texts a handful at a time; those whose number has its hands full come back when it is their turn. */
async function deliverTexts(ctx: OuterCtx, ids: string[], paced: boolean, attempt: Attempt, batches: Set<string>) {
  const how = await ctx.tx(texting)
  const { ready } = await ctx.tx(async tx => {
    const claimed = await claimTexts(tx, how, ids, paced)
    for (const { id, at } of claimed.later) await enqueue(tx, deliver, { messageIds: [id], paced: true }, { after: at })
    for (const batchId of claimed.batches) batches.add(batchId)
    return claimed
  })
  return handTexts(ctx, how, ready, attempt)
}

async function deliverMails(ctx: OuterCtx, ids: string[], attempt: Attempt, batches: Set<string>) {
  let later: MailRefused | undefined
  for (const id of ids) {
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
  return later
}

/** Thousands of handfuls leave; only where none is left may a campaign be at its end. */
async function tellIfDone(ctx: Ctx, batchId: string): Promise<void> {
  if (await batchIsDone(ctx, batchId)) await emit(ctx, batchMoved, { batchId })
}

async function deliverAll(ctx: OuterCtx, messageIds: string[], paced: boolean, attempt: Attempt): Promise<void> {
  const texts = new Set(await ctx.tx(tx => textsAmong(tx, messageIds)))
  const mails = messageIds.filter(id => !texts.has(id))
  const batches = new Set<string>()
  const laterText = texts.size > 0 ? await deliverTexts(ctx, [...texts], paced, attempt, batches) : undefined
  const laterMail = await deliverMails(ctx, mails, attempt, batches)
  for (const batchId of batches) await ctx.tx(tx => tellIfDone(tx, batchId))
  if (laterText ?? laterMail) throw laterText ?? laterMail
}

/** A mail server that is down for a night gets its mail in the morning: after seconds, then minutes, then every hour. */
const patience = { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 }

export const deliver = task(
  'messaging.deliver',
  /** paced: each has its place in the line of its number already. */
  z.object({ messageIds: z.array(z.uuid()), paced: z.boolean().optional() }),
  (ctx, { messageIds, paced = false }, attempt) => deliverAll(ctx, messageIds, paced, attempt),
  patience,
)

/** Messages of one job: few enough that a stopped worker leaves little behind. */
const HANDFUL = 50

export const queued = on(messagesQueued, 'messaging.queued', async (ctx, { messageIds, notBefore }) => {
  const after = notBefore ? { after: new Date(notBefore) } : {}
  for (let i = 0; i < messageIds.length; i += HANDFUL)
    await enqueue(ctx, deliver, { messageIds: messageIds.slice(i, i + HANDFUL) }, after)
})

/** A worker that was killed between claim and answer leaves "sending": nobody knows whether it left. */
export const sweep = every(
  '*/5 * * * *',
  'messaging.sweep',
  async ctx => {
    const stuck = await findStuck(ctx)
    for (const { id } of stuck) await settle(ctx, id, { state: 'unknown', problem: 'The worker stopped while sending' })
    for (const batchId of new Set(stuck.flatMap(one => one.batchId ?? []))) await emit(ctx, batchMoved, { batchId })
    for (const { id } of await unknownTexts(ctx)) await enqueue(ctx, asking, { id })
    for (const { id } of await givenUp(ctx)) await emit(ctx, textLost, { messageId: id })
  },
  whoseAreOpen,
)

/** Asks the carrier what became of a text of which nobody knows. */
export const asking = task('messaging.ask-carrier', z.object({ id: z.uuid() }), (ctx, { id }) => resolve(ctx, id), {
  retryLimit: 2,
})

/** Notices get lost: what the carrier lists is laid beside what stands here, and prices are taken over. */
export const comparing = task('messaging.compare', z.object({}), async ctx => void (await compare(ctx)))
export const compareHourly = every('23 * * * *', 'messaging.compare-hourly', ctx => enqueue(ctx, comparing, {}))

/** Records change hands: what was verified is looked at again every night. */
export const lookAgain = task('messaging.check-domain', z.object({ id: z.uuid() }), async (ctx, { id }) => {
  await check(ctx, { id })
})
export const everyNight = every('17 3 * * *', 'messaging.domains', async ctx => {
  for (const { id } of await idsOf(ctx)) await enqueue(ctx, lookAgain, { id })
})
