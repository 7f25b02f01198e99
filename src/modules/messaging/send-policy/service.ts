import { and, desc, eq, gt, inArray, notInArray, or, sql } from 'drizzle-orm'
import { quietTimeAt } from '#church-year/rules/quiet-times.ts'
import { URGENT } from '#consent/rules/reasons.ts'
import { latestEvidence, listSuppressionsOf } from '#consent/service.ts'
import { consents } from '#consent/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { channelRules } from '../channels/rules.ts'
import { isUnprompted } from '../rules/unprompted.ts'
import { knownAccounts } from '../service/accounts.ts'
import { announcementCalls } from '../service/announcements.ts'
import { messages } from '../tables.ts'
import { CAP, decideSend, type RecipientFacts, type SendDecision, type SendRequest } from './rules/decide.ts'
import { strictStateOf } from './rules/quiet-hours.ts'
import { type PhonePlace, placeOf, type RecipientPlace } from './rules/regions.ts'
import { asleepUntil, zonesOf } from './rules/zones.ts'
import { knownPeople } from './service/people.ts'

/**
 * The one question before anything leaves: may this be sent, when, and if not, why. Every sender asks it in the
 * transaction that writes to the outbox, and the outbox asks again when it takes the message for sending.
 * @param again the message stands in the outbox already: it isn't counted against itself
 */
export async function checkRecipients(
  ctx: Ctx,
  asked: readonly SendRequest[],
  { again = false } = {},
): Promise<SendDecision[]> {
  const { access, isQuiet } = await knownAccounts().sendingAccount(ctx)
  const churchZone = isQuiet ? ctx.client.timeZone : null
  const groups = Map.groupBy(asked, ({ channel, topic, purpose }) => `${channel} ${purpose === 'marketing'} ${topic}`)
  const verdicts = new Map<SendRequest, SendDecision>()
  for (const group of groups.values()) {
    const facts = await factsOf(ctx, group, again)
    for (const one of group) verdicts.set(one, decideSend(one, { ...facts(one), access, churchZone }))
  }
  await judgeCalls(ctx, verdicts, again)
  return asked.map(one => verdicts.get(one)!)
}

/** Calls have rules beside those of every message; the later of two times counts. */
async function judgeCalls(ctx: Ctx, verdicts: Map<SendRequest, SendDecision>, again: boolean): Promise<void> {
  const asked = [...verdicts].flatMap(([one, { go }]) => (one.channel === 'voice' && go !== 'skip' ? [one] : []))
  if (asked.length === 0) return
  const judged = await announcementCalls().judge(ctx, asked, again)
  for (const [i, one] of asked.entries()) {
    const [before, now] = [verdicts.get(one)!, judged[i]!]
    const isLater = before.go === 'defer' && now.go === 'defer' && before.until > now.until
    if (now.go !== 'send' && !isLater) verdicts.set(one, now)
  }
}

/**
 * Two who write promotions at the same moment come one after the other, from here to their commit: each counts what the
 * other has written to the same address that week.
 */
export async function lockRecipients(
  ctx: Ctx,
  asked: readonly Pick<SendRequest, 'channel' | 'purpose'>[],
): Promise<void> {
  const channels = new Set(asked.flatMap(({ channel, purpose }) => (purpose === 'marketing' ? [channel] : [])))
  for (const channel of [...channels].sort()) await advisoryLock(ctx.db, `promotions ${ctx.client.id} ${channel}`)
}

/** What stands beside a campaign that waits for it. */
export const suspensionMessage =
  'Paused because the account can’t send messages right now. Resume it when this is resolved.'

/** Whether nothing that was not asked for may leave the account: suspended, closed, or read-only. */
export const isSuspended = async (ctx: Ctx): Promise<boolean> =>
  (await knownAccounts().sendingAccount(ctx)).access !== 'full'

/** When the quiet time of the church ends, if it keeps them and one lasts now. */
export async function churchQuietUntil(ctx: Ctx): Promise<Date | undefined> {
  const { isQuiet } = await knownAccounts().sendingAccount(ctx)
  return isQuiet ? quietTimeAt(clock.now(), ctx.client.timeZone)?.until : undefined
}

/** All of one channel and topic at once: a campaign asks for thousands. */
async function factsOf(ctx: Ctx, group: readonly SendRequest[], again: boolean) {
  const { channel, topic, purpose } = group[0]!
  const values = [...new Set(group.map(one => one.recipient))]
  const marketing = purpose === 'marketing'
  const suppressed = await listSuppressionsOf(ctx, values, { channel, topic })
  const words = marketing ? await latestEvidence(ctx, values, { channel, topic }) : new Map()
  const unprompted = [...new Set(group.filter(isUnprompted).map(one => one.recipient))]
  const held = await knownPeople().onPromotionHold(ctx, unprompted, channelRules[channel].contactPoint)
  const urgent = group.some(one => one.urgent) ? await urgentAmong(ctx, values) : new Set()
  const answers = group.some(one => one.automatic) ? await answersOf(ctx, values) : new Map()
  const recent = marketing && !again ? await recentOf(ctx, values, channel) : new Map()
  const places = channelRules[channel].quietHours && marketing ? await phonePlaces(ctx, values) : new Map()
  return ({ recipient }: SendRequest): Omit<RecipientFacts, 'access' | 'churchZone'> => ({
    suppressed: suppressed.get(recipient) ?? [],
    consent: words.get(recipient) ?? null,
    recent: recent.get(recipient) ?? 0,
    held: held.get(recipient) ?? null,
    answers: answers.get(recipient) ?? 0,
    urgentYes: urgent.has(recipient),
    zones: [],
    ...places.get(recipient),
    now: clock.now(),
  })
}

/** Who agreed to urgent messages, in so many words, and has not said no since. */
export async function urgentAmong(ctx: Ctx, values: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectDistinctOn([consents.value], { value: consents.value, state: consents.state })
    .from(consents)
    .where(
      and(
        sql`${consents.value} = any(${sql.param(values)}::text[])`,
        inArray(consents.channel, ['sms', 'all']),
        // A general consent does not cover this; a general opt-out does.
        or(eq(consents.topic, URGENT), and(eq(consents.topic, ''), eq(consents.state, 'revoked'))),
      ),
    )
    .orderBy(consents.value, desc(consents.id))
  return new Set(rows.flatMap(row => (row.state === 'granted' ? [row.value] : [])))
}

async function recentOf(ctx: Ctx, values: string[], channel: SendRequest['channel']): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ value: messages.recipient, count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.clientId, ctx.client.id),
        sql`${messages.recipient} = any(${sql.param(values)}::text[])`,
        eq(messages.channel, channel),
        eq(messages.purpose, 'marketing'),
        notInArray(messages.state, ['skipped', 'failed']),
        gt(messages.createdAt, new Date(clock.ms() - days(CAP.days))),
      ),
    )
    .groupBy(messages.recipient)
  return new Map(rows.map(row => [row.value, row.count]))
}

async function answersOf(ctx: Ctx, values: string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ value: messages.recipient, count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.clientId, ctx.client.id),
        sql`${messages.recipient} = any(${sql.param(values)}::text[])`,
        sql`${messages.kind} like '%auto-reply'`,
        eq(messages.direction, 'out'),
        notInArray(messages.state, ['skipped', 'failed']),
        gt(messages.createdAt, new Date(clock.ms() - hours(1))),
      ),
    )
    .groupBy(messages.recipient)
  return new Map(rows.map(row => [row.value, row.count]))
}

/**
 * Where each of these phones may be. An address or a zone of the person who has the number counts; where nothing is known of
 * one of them, every zone of the number and the church's own do.
 * @param numbers E.164
 */
export async function phonePlaces(ctx: Ctx, numbers: readonly string[]): Promise<Map<string, PhonePlace>> {
  if (numbers.length === 0) return new Map()
  const rows = await knownPeople().placesOfOwners(ctx, numbers)
  const owners = Map.groupBy(rows, row => row.number)
  return new Map(numbers.map(number => [number, placeOfNumber(ctx, number, owners.get(number) ?? [])]))
}

function placeOfNumber(ctx: Ctx, number: string, owners: readonly RecipientPlace[]): PhonePlace {
  const known = owners.flatMap(owner => placeOf(owner, ctx.client.country) ?? [])
  const state = strictStateOf(number)
  const byNumber = { zones: [ctx.client.timeZone, ...zonesOf(number)], states: state ? [state] : [] }
  const isKnown = known.length > 0 && known.length === owners.length
  const all = isKnown ? known : [byNumber, ...known]
  return {
    isKnown,
    zones: [...new Set(all.flatMap(place => place.zones))],
    states: [...new Set(all.flatMap(place => place.states))],
  }
}

/** Until when each of these phones is in quiet hours, of those that are. @param numbers E.164 */
export async function quietUntil(ctx: Ctx, numbers: readonly string[]): Promise<Map<string, Date>> {
  const now = clock.now()
  const known = new Map<string, Date | undefined>()
  const until = [...(await phonePlaces(ctx, numbers))].flatMap(([number, { zones, states }]) => {
    const key = `${zones} ${states}`
    if (!known.has(key)) known.set(key, asleepUntil(now, zones, states))
    const wakes = known.get(key)
    return wakes ? [[number, wakes] as const] : []
  })
  return new Map(until)
}
