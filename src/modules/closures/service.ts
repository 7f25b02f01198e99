import { desc, eq, gt, lt, sql } from 'drizzle-orm'
import { setPublicNotice } from '#clients/service/public-notice.ts'
import { read as churchOf } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { letter } from '#messaging/rules/letter.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { measure } from '#messaging/rules/segments.ts'
import { checkRecipients } from '#messaging/send-policy/service.ts'
import { type NewMessage, send } from '#messaging/service.ts'
import { type AssessedPerson, listAudience, requireKnownAudience } from '#people/audience/service.ts'
import {
  type ClosureCall,
  cancelClosureCalls,
  closureCallsOf,
  estimateClosureCalls,
  startClosureCalls,
} from '#robocalls/service/closure-calls.ts'
import type { Closure, ClosureReach, NewClosure } from './contract.ts'
import { isEmergency, lintClosure, MOST_A_DAY, spokenClosure } from './rules/closures.ts'
import { closures } from './tables.ts'

type Row = typeof closures.$inferSelect
type Words = Pick<Row, 'cause' | 'message' | 'audience'>

/** An emergency may be called and emailed without a list that people joined; anything else asks for their consent. */
const TOPIC = 'newsletter'
/** Millionths of a dollar for a piece of a text, at the carrier's list price. */
const SEGMENT_PRICE = 7_900

/** Numbers of people who agreed to texts, whatever about: an emergency is texted to them alone. */
async function agreedToTexts(ctx: Ctx, numbers: string[], words: Words): Promise<Set<string>> {
  const topic = isEmergency(words.cause) ? sql`true` : sql`topic in ('', ${TOPIC})`
  const { rows } = await ctx.db.execute<{ value: string }>(sql`
    select value from (select distinct on (value, topic) value, topic, state from consents
      where client_id = ${ctx.client.id} and value = any(${sql.param(numbers)}::text[]) and channel in ('sms', 'all') and ${topic}
      order by value, topic, id desc) w group by value having bool_or(state = 'granted')`)
  return new Set(rows.map(row => row.value))
}

interface Reached {
  texts: NewMessage[]
  emails: NewMessage[]
  people: AssessedPerson[]
}

const firsts = (people: AssessedPerson[]) => people.filter(one => !one.held && one.place === 1 && one.value)

/** The texts and emails of a closure: each number and address once, past the gate. */
async function compose(ctx: Ctx, id: string, words: Words): Promise<Reached> {
  const { name: church } = await churchOf(ctx)
  const { message, audience, cause } = words
  const byPhone = await listAudience(ctx, { audience, channel: 'sms', topic: TOPIC })
  const byEmail = await listAudience(ctx, { audience, channel: 'email', topic: TOPIC })
  const phones = firsts(byPhone)
  const agreed = await agreedToTexts(
    ctx,
    phones.map(one => one.value!),
    words,
  )
  const purpose = isEmergency(cause) ? ('transactional' as const) : ('marketing' as const)
  const common = { purpose, topic: TOPIC, kind: 'closure', batchId: id }
  const texts = phones
    .filter(one => agreed.has(one.value!))
    .map(
      (one): NewMessage => ({
        ...common,
        channel: 'sms',
        to: one.value!,
        toName: one.name,
        text: `${church}: ${message}`,
        dedupeKey: `closure:${id}:${one.value}`,
      }),
    )
  const mail = letter({ subject: `${church} is closed`, heading: 'Closed', lines: [message], footer: church })
  const emails = firsts(byEmail).map(
    (one): NewMessage => ({
      ...common,
      ...mail,
      channel: 'email',
      to: one.value!,
      toName: one.name,
      senderName: church,
      dedupeKey: `closure:${id}:${one.value}`,
    }),
  )
  return { texts: await allowed(ctx, texts), emails: await allowed(ctx, emails), people: byPhone }
}

/** What the gate lets through now: who can't be texted is called. */
async function allowed(ctx: Ctx, messages: NewMessage[]): Promise<NewMessage[]> {
  const verdicts = await checkRecipients(
    ctx,
    messages.map(({ channel, to, purpose, topic = '', kind, dedupeKey }) => ({
      channel,
      recipient: to,
      purpose,
      topic,
      kind,
      dedupeKey,
    })),
  )
  return messages.filter((_, i) => verdicts[i]!.go === 'send')
}

const callOf = (closureId: string, { cause, message, audience }: Words): ClosureCall => ({
  closureId,
  isEmergency: isEmergency(cause),
  topic: TOPIC,
  audience,
  content: spokenClosure(message),
})

async function requireWords(ctx: Ctx, words: Words): Promise<void> {
  await requireKnownAudience(ctx, words.audience)
  const problem = lintClosure(words.message, words.cause)
  if (problem) throw invalid('message', problem)
}

export async function estimate(ctx: Ctx, words: Words): Promise<ClosureReach> {
  await requireWords(ctx, words)
  const id = crypto.randomUUID()
  const { texts, emails, people } = await compose(ctx, id, words)
  const texted = new Set(texts.map(one => one.to))
  const calls = await estimateClosureCalls(ctx, callOf(id, words), texted)
  const called = new Set(calls.numbers)
  const mailed = new Set(emails.map(one => one.toName))
  const segments = texts.reduce((sum, one) => sum + measure(one.text).segments, 0)
  const isReached = ({ value, name }: AssessedPerson) =>
    (value !== null && (texted.has(value) || called.has(value))) || mailed.has(name)
  return {
    texts: texts.length,
    calls: calls.numbers.length,
    sleeping: calls.sleeping,
    emails: emails.length,
    unreached: people.filter(one => !isReached(one)).length,
    seconds: calls.seconds,
    cost: Math.round((calls.cost + segments * SEGMENT_PRICE) / 10_000),
    obstacles: calls.obstacles,
  }
}

/** Texts and emails leave at once, calls begin with those who got no text, and the site says it: all in one transaction. */
export async function create(ctx: Ctx, { id, until: at, ...words }: NewClosure): Promise<Closure> {
  await requireWords(ctx, words)
  const until = momentAt(at, ctx.client.timeZone)
  if (until <= clock.now()) throw invalid('until', 'Please choose a time in the future')
  if (until.getTime() > clock.ms() + days(14)) throw invalid('until', 'Please choose a time within two weeks')
  const today = await ctx.db.$count(closures, gt(closures.createdAt, new Date(clock.ms() - days(1))))
  const [made] = await ctx.db
    .insert(closures)
    .values({ id, ...words, until, madeBy: userOf(ctx) })
    .onConflictDoNothing({ target: [closures.clientId, closures.id] })
    .returning()
  if (!made) return get(ctx, { id })
  if (today >= MOST_A_DAY) throw new Failure('TOO_OFTEN')
  await setPublicNotice(ctx, { text: words.message, until })
  const { texts, emails } = await compose(ctx, id, words)
  await send(ctx, [...texts, ...emails])
  await startClosureCalls(ctx, callOf(id, made))
  announce(ctx, 'closures', id)
  return get(ctx, { id })
}

export async function list(ctx: Ctx, { cursor, limit }: { cursor?: string; limit: number }) {
  const rows = await ctx.db
    .select()
    .from(closures)
    .where(cursor ? lt(closures.id, cursor) : undefined)
    .orderBy(desc(closures.createdAt), desc(closures.id))
    .limit(limit)
  return { items: await toClosures(ctx, rows), nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Closure> {
  const [row] = await ctx.db.select().from(closures).where(eq(closures.id, id))
  return (await toClosures(ctx, [found(row, 'Closure')]))[0]!
}

/** What it became, in the same few queries for one as for a page of them. */
async function toClosures(ctx: Ctx, rows: Row[]): Promise<Closure[]> {
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return []
  const { rows: counts } = await ctx.db.execute<{ id: string; channel: string; sent: number; total: number }>(sql`
    select batch_id as id, channel, count(*) filter (where state in ('sent', 'delivered'))::int as sent, count(*)::int as total
    from messages where batch_id = any(${sql.param(ids)}::uuid[]) and kind = 'closure' group by 1, 2`)
  const calls = await closureCallsOf(ctx, ids)
  return rows.map(row => {
    const of = (channel: string) => {
      const one = counts.find(count => count.id === row.id && count.channel === channel)
      return { sent: one?.sent ?? 0, total: one?.total ?? 0 }
    }
    const { id, cause, message, until, endedAt, createdAt } = row
    return {
      id,
      cause,
      message,
      until,
      endedAt,
      createdAt,
      texts: of('sms'),
      emails: of('email'),
      calls: calls.get(id) ?? { campaignId: null, completed: 0, total: 0 },
    }
  })
}

/** It is over: the notice goes, and so do calls that were not placed yet. */
export async function end(ctx: Ctx, { id }: { id: string }): Promise<Closure> {
  const [row] = await ctx.db.select().from(closures).where(eq(closures.id, id)).for('update')
  if (found(row, 'Closure').endedAt) return get(ctx, { id })
  await ctx.db.update(closures).set({ endedAt: clock.now() }).where(eq(closures.id, id))
  const [newest] = await ctx.db.select({ id: closures.id }).from(closures).orderBy(desc(closures.createdAt)).limit(1)
  // A later closure has put its own words there.
  if (newest?.id === id) await setPublicNotice(ctx, null)
  await cancelClosureCalls(ctx, id)
  announce(ctx, 'closures', id)
  return get(ctx, { id })
}
