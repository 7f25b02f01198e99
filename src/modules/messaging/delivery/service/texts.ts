import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { CarrierRefused, CarrierSilent, carrier } from '#providers/telephony/index.ts'
import { SANDBOX_SENDER } from '#providers/telephony/sandbox/rules.ts'
import { mediaOf } from '../../attachments/service.ts'
import { errorWords, UNREACHED } from '../../carrier/rules.ts'
import { recordCarrierAnswer, reserveSendSlot, type TextCarrier, textCarrierOf } from '../../carrier/service.ts'
import { checkRecipients } from '../../send-policy/service.ts'
import { announceQueued } from '../../service/batches.ts'
import { recordFailure, statusUrl } from '../../sms-status/service.ts'
import { messages } from '../../tables.ts'
import { shouldRetry } from '../rules.ts'
import { deliver } from '../tasks.ts'
import type { Delivery } from './delivery.ts'
import { announceSettled, settleMessage } from './state.ts'

type Message = typeof messages.$inferSelect
export interface ReadyText extends Message {
  /** The number of ours that it leaves from. */
  from: string
}
export interface ClaimedTexts {
  ready: ReadyText[]
  /** Those whose number has its hands full, with their places in its line. */
  later: { id: string; at: Date }[]
  batches: string[]
}

/** A long code carries one text a second unless its owner says more; the sandbox carries all. */
const LINE_RATE = 1
/** What stands less than this ahead leaves at once. */
const NEAR = seconds(1)
/** A worker has so many texts of one job at the carrier. */
const AT_ONCE = 5

/**
 * Takes texts for sending, a handful in one transaction: only one worker gets each, none that may have left already, and
 * none to someone who has opted out since. @param paced each has its place in the line of its number already
 */
export async function claimTexts(
  ctx: Ctx,
  how: TextCarrier,
  ids: readonly string[],
  paced: boolean,
): Promise<ClaimedTexts> {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(inArray(messages.id, [...ids]), eq(messages.state, 'queued'), eq(messages.channel, 'sms')))
    .orderBy(messages.id)
    // A transaction that files it in its thread at this moment holds its key: that must not make it look claimed.
    .for('no key update', { skipLocked: true })
  const claimed: ClaimedTexts = { ready: [], later: [], batches: rows.flatMap(row => row.batchId ?? []) }
  if (rows.length === 0) return claimed
  const verdicts = await checkRecipients(ctx, rows, { again: true })
  const refused: Refused[] = []
  const wroteTo = how.senders.length > 1 ? await numbersWrittenTo(ctx, rows) : new Map<string, string>()
  for (const [i, row] of rows.entries()) {
    const verdict = verdicts[i]!
    if (verdict.go === 'defer') {
      await ctx.db.update(messages).set({ heldUntil: verdict.until }).where(eq(messages.id, row.id))
      await announceQueued(ctx, [row.id], verdict.until)
    } else if (verdict.go === 'skip') {
      await ctx.db.update(messages).set({ state: 'skipped', skipReason: verdict.reason }).where(eq(messages.id, row.id))
      await announceSettled(ctx, row.id, { kind: row.kind, key: row.dedupeKey, state: 'skipped' })
    } else {
      const sender = senderOf(how, row, wroteTo)
      const at = sender && !paced ? await placeOf(ctx, how, sender.id) : undefined
      if (!sender) refused.push({ id: row.id, why: isUnreached(how, row) ? UNREACHED : 'no_number' })
      else if (at) claimed.later.push({ id: row.id, at })
      else claimed.ready.push({ ...row, from: sender.number })
    }
  }
  await toSending(ctx, claimed.ready, refused)
  return claimed
}

type Sender = Pick<TextCarrier['senders'][number], 'number'> & { id: string | null }

/** The one that was asked for, else the one they wrote to last, else the default; the sandbox has one for all. */
function senderOf(
  { access, senders, unreached }: TextCarrier,
  message: Message,
  wroteTo: Map<string, string>,
): Sender | undefined {
  const asked = message.sender || wroteTo.get(message.recipient)
  const sender = senders.find(one => one.number === asked) ?? (message.sender ? undefined : senders[0])
  if (sender) return sender
  const shared =
    access.kind === 'sandbox' && unreached.length === 0 && (!message.sender || message.sender === SANDBOX_SENDER)
  return shared ? { id: null, number: SANDBOX_SENDER } : undefined
}

/** A number of ours would send it, if replies to it came here. */
const isUnreached = ({ unreached }: TextCarrier, { sender }: Message) =>
  sender ? unreached.includes(sender) : unreached.length > 0

/** When it is its turn, where that is not now. */
async function placeOf(ctx: Ctx, { access, senders }: TextCarrier, id: string | null): Promise<Date | undefined> {
  const rate = senders.find(one => one.id === id)?.perSecond ?? (access.kind === 'twilio' ? LINE_RATE : null)
  if (!id || !rate) return
  const place = await reserveSendSlot(ctx, id, rate)
  return place.getTime() - clock.ms() < NEAR ? undefined : place
}

/** The number of ours to which each wrote last: an answer comes from where they asked. */
async function numbersWrittenTo(ctx: Ctx, rows: Message[]): Promise<Map<string, string>> {
  const asking = [...new Set(rows.filter(row => !row.sender).map(row => row.recipient))]
  if (asking.length === 0) return new Map()
  const found = await ctx.db
    .selectDistinctOn([messages.sender], { them: messages.sender, ours: messages.recipient })
    .from(messages)
    .where(
      and(
        eq(messages.clientId, ctx.client.id),
        eq(messages.direction, 'in'),
        eq(messages.channel, 'sms'),
        sql`${messages.sender} = any(${sql.param(asking)}::text[])`,
      ),
    )
    .orderBy(messages.sender, desc(messages.id))
  return new Map(found.map(row => [row.them, row.ours]))
}

/** A text without a number that it may leave from. */
interface Refused {
  id: string
  why: 'no_number' | typeof UNREACHED
}

async function toSending(ctx: Ctx, ready: ReadyText[], refused: Refused[]): Promise<void> {
  const ids = [...ready, ...refused].map(one => one.id)
  if (ids.length === 0) return
  const senders = [...ready.map(one => one.from), ...refused.map(() => '')]
  await ctx.db.execute(sql`
    update messages m set state = 'sending', tries = m.tries + 1, sender = coalesce(nullif(u.sender, ''), m.sender)
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(senders)}::text[]) u(id, sender)
    where m.client_id = ${ctx.client.id} and m.id = u.id`)
  for (const { id, why } of refused)
    await settleMessage(ctx, id, { state: 'failed', errorCode: why, problem: errorWords[why]!.what })
}

interface Taken {
  id: string
  sid: string
  from: string
  segments: number
}
interface Outcomes {
  taken: Taken[]
  refused: { id: string; error: CarrierRefused }[]
  /** Nobody knows whether the carrier has it. */
  lost: { id: string; error: unknown }[]
  /** Not asked for, or refused for the moment. */
  back: string[]
}

/** Sends claimed texts to the carrier, some at a time, and records what came of them. Returns the refusal that is worth another try. */
export async function deliverClaimedTexts(
  ctx: OuterCtx,
  { access, messagingServiceSid }: TextCarrier,
  ready: ReadyText[],
  { last, signal }: { last: boolean; signal?: AbortSignal },
): Promise<CarrierRefused | undefined> {
  if (ready.length === 0) return
  const by = await carrier(access)
  const outcomes: Outcomes = { taken: [], refused: [], lost: [], back: [] }
  const waiting = [...ready]
  let later: CarrierRefused | undefined
  const deliverNext = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const { id, recipient: to, bodyText: text, from } = message
      // Stopping, or refused for the moment: what has not been asked for goes back.
      if (signal?.aborted || later) outcomes.back.push(id)
      else
        try {
          const mediaUrls = await mediaWith(ctx, message)
          const target = { from, to, text, mediaUrls, messagingServiceSid, statusUrl: statusUrl(ctx.client.id, id) }
          outcomes.taken.push({ id, ...(await by.sendText(target)) })
        } catch (error) {
          const refused = error instanceof CarrierRefused ? error : undefined
          if (shouldRetry(refused, last)) {
            later = refused
            outcomes.back.push(id)
          } else if (refused) outcomes.refused.push({ id, error: refused })
          else outcomes.lost.push({ id, error })
        }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, deliverNext))
  await ctx.tx(tx => recordOutcomes(tx, by.name, outcomes))
  return later
}

/** What a person sends along; nobody sends files to thousands. */
const mediaWith = async (ctx: OuterCtx, { id, media, purpose }: ReadyText) =>
  purpose === 'conversational' ? [...media, ...(await mediaOf(ctx, id))] : media

const wordsOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 300)

async function recordOutcomes(ctx: Ctx, provider: string, { taken, refused, lost, back }: Outcomes): Promise<void> {
  if (taken.length > 0) await recordTaken(ctx, provider, taken)
  for (const { id, error } of refused)
    await recordFailure(ctx, id, { state: 'failed', errorCode: error.code, problem: wordsOf(error) })
  for (const { id, error } of lost)
    await settleMessage(ctx, id, {
      state: 'unknown',
      problem: wordsOf(error),
      ...(error instanceof CarrierSilent && { errorCode: 'silent' }),
    })
  if (back.length > 0)
    await ctx.db
      .update(messages)
      .set({ state: 'queued' })
      .where(and(inArray(messages.id, back), eq(messages.state, 'sending')))
  const problem = lost[0]?.error ?? refused[0]?.error
  if (provider === 'twilio') await recordCarrierAnswer(ctx, problem ? wordsOf(problem) : null)
}

/** What a notice has told of a text meanwhile stands. */
async function recordTaken(ctx: Ctx, provider: string, taken: Taken[]): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string; kind: string; key: string }>(sql`
    update messages m set state = case when m.state in ('sending', 'unknown') then 'sent' else m.state end, provider = ${provider},
      provider_id = u.sid, sender = u.sender, segments = u.segments, problem = case when m.state in ('sending', 'unknown') then null else m.problem end,
      error_code = case when m.state in ('sending', 'unknown') then null else m.error_code end, sent_at = coalesce(m.sent_at, ${clock.now()})
    from unnest(${sql.param(taken.map(one => one.id))}::uuid[], ${sql.param(taken.map(one => one.sid))}::text[],
      ${sql.param(taken.map(one => one.from))}::text[], ${sql.param(taken.map(one => one.segments))}::int[]) u(id, sid, sender, segments)
    where m.client_id = ${ctx.client.id} and m.id = u.id
    returning m.id, m.kind, m.dedupe_key as key`)
  for (const { id, kind, key } of rows) await announceSettled(ctx, id, { kind, key, state: 'sent' })
}

/** Texts a handful at a time; those whose number has its hands full come back when it is their turn. */
export async function deliverTexts(ctx: OuterCtx, { ids, paced, attempt, batches }: Delivery) {
  const how = await ctx.tx(textCarrierOf)
  const { ready } = await ctx.tx(async tx => {
    const claimed = await claimTexts(tx, how, ids, paced)
    for (const { id, at } of claimed.later) await enqueue(tx, deliver, { messageIds: [id], paced: true }, { after: at })
    for (const batchId of claimed.batches) batches.add(batchId)
    return claimed
  })
  return deliverClaimedTexts(ctx, how, ready, attempt)
}
