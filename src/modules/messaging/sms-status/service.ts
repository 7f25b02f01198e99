import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { suppress } from '#consent/service.ts'
import { clock, days, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { announce } from '#kernel/realtime.ts'
import { carrier, type TextFacts } from '#providers/telephony/index.ts'
import { deadAtOnce, deadAtSecond, errorWords, OPTED_OUT } from '../carrier/rules.ts'
import { textCarrierOf } from '../carrier/service.ts'
import { settleMessage } from '../delivery/service/state.ts'
import { messages } from '../tables.ts'

type Message = typeof messages.$inferSelect

/** Where the carrier tells what becomes of it. */
export const statusUrl = (clientId: string, messageId: string) =>
  `${env.publicUrl}/api/twilio/status?t=${clientId}&m=${messageId}`

interface Outcome {
  state: 'sent' | 'delivered' | 'undelivered' | 'failed'
  errorCode?: string | null
  problem?: string | null
  provider?: string
  providerId?: string
  price?: number | null
  currency?: string | null
}

/** What the carrier told of a text, in whatever order: the last word stands. Its price may come later. */
export async function recordStatus(
  ctx: Ctx,
  { messageId, ...outcome }: Outcome & { messageId: string },
): Promise<boolean> {
  const { price, currency, ...rest } = outcome
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId)).for('update')
  if (message?.channel !== 'sms' || message.direction !== 'out') return false
  if (price)
    await ctx.db
      .update(messages)
      .set({ price, currency: currency ?? 'USD' })
      .where(eq(messages.id, messageId))
  if (message.state === outcome.state) return true
  // While we were asking for it nobody had told us its name yet.
  const named = message.providerId ? { ...rest, provider: undefined, providerId: undefined } : rest
  if (outcome.state === 'failed' || outcome.state === 'undelivered')
    await recordFailure(ctx, messageId, { ...named, state: outcome.state })
  else await settleMessage(ctx, messageId, { ...named, problem: null, errorCode: null })
  announce(ctx, 'outbox', messageId)
  announce(ctx, 'conversations', messageId)
  return true
}

/** It did not arrive; a number that opted out, or is none, is written to no more. */
export async function recordFailure(
  ctx: Ctx,
  id: string,
  outcome: Outcome & { state: 'failed' | 'undelivered' },
): Promise<void> {
  const code = outcome.errorCode ?? ''
  await settleMessage(ctx, id, { ...outcome, problem: errorWords[code]?.what ?? outcome.problem ?? null })
  const [message] = await ctx.db.select({ value: messages.recipient }).from(messages).where(eq(messages.id, id))
  const { value } = message!
  const evidence = { messageId: id, code }
  if (code === OPTED_OUT) await suppress(ctx, [{ value, channel: 'sms', reason: 'stop', source: 'carrier', evidence }])
  const dead = deadAtOnce.has(code) || (deadAtSecond.has(code) && (await failuresOf(ctx, value)) > 1)
  if (dead) await suppress(ctx, [{ value, channel: 'sms', reason: 'invalid', source: 'carrier', evidence }])
}

/** Texts to that number that came back so since one arrived. */
async function failuresOf(ctx: Ctx, value: string): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.recipient, value),
        eq(messages.channel, 'sms'),
        inArray(messages.errorCode, [...deadAtSecond]),
        sql`not exists (select from messages n where n.client_id = messages.client_id and n.recipient = ${value}
          and n.channel = 'sms' and n.state = 'delivered' and n.id > messages.id)`,
      ),
    )
  return row!.count
}

/** Long enough that the carrier lists what it took. */
const SETTLED = minutes(15)
/** After that nobody asks any more. */
const GIVEN_UP = days(1)

/** Whose messages stand between claim and answer, or are unknown and not given up: the sweep has something to do. */
export const accountsWithOpenMessages = () => sql`select ${messages.clientId} from ${messages}
  where ${messages.state} = 'sending'
  or (${messages.state} = 'unknown' and ${messages.channel} = 'sms' and ${messages.errorCode} is distinct from 'given_up')`

/** Texts of which nobody knows whether they left, and who may be asked. */
export const listUnknownTexts = (ctx: Ctx): Promise<{ id: string }[]> =>
  ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.state, 'unknown'),
        eq(messages.channel, 'sms'),
        gt(messages.updatedAt, new Date(clock.ms() - GIVEN_UP)),
      ),
    )
    .limit(200)

/** Asks the carrier what became of a text: it took it, or it never did, or nobody can say yet. */
export async function askCarrier(ctx: OuterCtx, id: string): Promise<void> {
  const asked = await ctx.tx(async tx => {
    const [message] = await tx.db
      .select()
      .from(messages)
      .where(and(eq(messages.id, id), eq(messages.state, 'unknown')))
    return message && { message, ...(await textCarrierOf(tx)) }
  })
  if (!asked) return
  const { message, access } = asked
  const by = await carrier(access)
  const since = new Date(message.createdAt.getTime() - minutes(5))
  const from = message.sender || undefined
  const listed = message.providerId
    ? [await by.text(message.providerId)]
    : await by.texts({ to: message.recipient, from, since })
  await ctx.tx(async tx => {
    const found = await ourText(
      tx,
      message,
      listed.filter(one => one !== null),
    )
    if (found) await recordStatus(tx, { messageId: id, provider: by.name, providerId: found.sid, ...toOutcome(found) })
    else if (clock.ms() - message.updatedAt.getTime() > SETTLED)
      await settleMessage(tx, id, {
        state: 'failed',
        errorCode: null,
        problem: 'The carrier never received it, so it was not sent.',
      })
  })
}

const toOutcome = ({ state, errorCode, price, currency }: TextFacts) => ({
  state: state === 'queued' ? ('sent' as const) : state,
  errorCode,
  price,
  currency,
})

/** The one with these words that is no other message of ours. */
async function ourText(ctx: Ctx, message: Message, listed: TextFacts[]): Promise<TextFacts | undefined> {
  const same = listed.filter(one => one.body === message.bodyText || one.sid === message.providerId)
  if (same.length === 0) return
  const known = await ctx.db
    .select({ sid: messages.providerId })
    .from(messages)
    .where(
      and(
        inArray(
          messages.providerId,
          same.map(one => one.sid),
        ),
        sql`${messages.id} <> ${message.id}`,
      ),
    )
  const taken = new Set(known.map(one => one.sid))
  return same.filter(one => !taken.has(one.sid)).at(-1)
}

/** Texts that nobody could say anything of for a day: someone should know. Told once. */
export const giveUpUnknownTexts = (ctx: Ctx): Promise<{ id: string; recipient: string }[]> =>
  ctx.db
    .update(messages)
    .set({
      errorCode: 'given_up',
      problem: 'We don’t know if it was sent. Ask before you send it again.',
      updatedAt: sql`${messages.updatedAt}`,
    })
    .where(
      and(
        eq(messages.state, 'unknown'),
        eq(messages.channel, 'sms'),
        sql`${messages.errorCode} is distinct from 'given_up'`,
        lt(messages.updatedAt, new Date(clock.ms() - GIVEN_UP)),
      ),
    )
    .returning({ id: messages.id, recipient: messages.recipient })

/** What the carrier lists, laid beside what we have: notices that were missed, and prices. */
export async function compareWithCarrier(ctx: OuterCtx): Promise<number> {
  const { access } = await ctx.tx(textCarrierOf)
  const since = new Date(clock.ms() - days(2))
  const waiting = await ctx.tx(tx =>
    tx.db
      .select({ id: messages.id, sid: messages.providerId, state: messages.state })
      .from(messages)
      .where(
        and(
          eq(messages.channel, 'sms'),
          eq(messages.direction, 'out'),
          gt(messages.createdAt, since),
          lt(messages.createdAt, new Date(clock.ms() - minutes(10))),
          sql`${messages.providerId} is not null and (${messages.state} = 'sent' or ${messages.price} is null)`,
        ),
      )
      .limit(1_000),
  )
  if (waiting.length === 0) return 0
  const by = await carrier(access)
  const listed = new Map((await by.texts({ since })).map(one => [one.sid, one]))
  let moved = 0
  for (const { id, sid, state } of waiting) {
    const facts = listed.get(sid!)
    if (!facts || (facts.state === 'queued' && facts.price === null)) continue
    if (facts.state !== state && facts.state !== 'queued') moved++
    await ctx.tx(tx => recordStatus(tx, { messageId: id, ...toOutcome(facts) }))
  }
  return moved
}
