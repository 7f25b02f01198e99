import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { consentGranted } from './events.ts'
import { type ConsentChannel, type SuppressionReason, suppressionReasons } from './rules/reasons.ts'
import { addressBook } from './service/address-book.ts'
import { consents, suppressions } from './tables.ts'

export interface NewSuppression {
  /** Normalized: email in lower case, number in E.164. */
  value: string
  channel: ConsentChannel
  reason: SuppressionReason
  /** Absent: everything on that channel. */
  topic?: string
  source: string
  evidence?: Record<string, unknown>
}

/** Stops writing to these addresses and numbers from now on; said twice, it stands once. Returns how many are new. */
export async function suppress(ctx: Ctx, rows: NewSuppression[]): Promise<number> {
  const unique = [
    ...new Map(rows.map(row => [`${row.value} ${row.channel} ${row.reason} ${row.topic ?? ''}`, row])).values(),
  ]
  let added = 0
  for (let i = 0; i < unique.length; i += 1_000) {
    const made = await ctx.db
      .insert(suppressions)
      .values(unique.slice(i, i + 1_000))
      // One that was lifted and is asked for again stands again.
      .onConflictDoUpdate({
        target: [
          suppressions.clientId,
          suppressions.value,
          suppressions.channel,
          suppressions.reason,
          suppressions.topic,
        ],
        set: { liftedAt: null, source: sql`excluded.source`, evidence: withBefore, createdAt: clock.now() },
        setWhere: sql`${suppressions.liftedAt} is not null`,
      })
      .returning({ id: suppressions.id })
    added += made.length
  }
  return added
}

/** What is said anew keeps what was said before, and when that ended: the caller for proof gets all of it. */
const withBefore = sql`excluded.evidence || jsonb_build_object('before', coalesce(${suppressions.evidence} -> 'before', '[]')
  || jsonb_build_array(jsonb_build_object('at', ${suppressions.createdAt}, 'liftedAt', ${suppressions.liftedAt},
    'source', ${suppressions.source}, 'evidence', ${suppressions.evidence} - 'before')))`

/** Evidence of an opt-out by keyword, which only the sender can undo. */
export const explicitStop = { word: 'stop' }

/** Such a no, whatever stood there before. */
export async function suppressEverything(ctx: Ctx, row: Omit<NewSuppression, 'reason'>): Promise<void> {
  const evidence = { ...row.evidence, ...explicitStop }
  await suppress(ctx, [{ ...row, reason: 'stop', evidence }])
  await ctx.db
    .update(suppressions)
    .set({ evidence: sql`${suppressions.evidence} || ${JSON.stringify(evidence)}::jsonb` })
    .where(
      and(
        eq(suppressions.value, row.value),
        eq(suppressions.channel, row.channel),
        eq(suppressions.reason, 'stop'),
        isNull(suppressions.liftedAt),
        sql`not ${suppressions.evidence} @> ${JSON.stringify(explicitStop)}::jsonb`,
      ),
    )
}

interface Lifted {
  reason: SuppressionReason
  /** Who recorded it; absent: anyone. */
  source?: string
  /** Absent: on every channel. */
  channel?: ConsentChannel
  /** Keeps those whose evidence holds this. */
  except?: Record<string, unknown>
}

/** Lifts the suppressions of one reason, such as a box checked by mistake; the others stay. */
export async function lift(ctx: Ctx, values: string[], { reason, source, channel, except }: Lifted): Promise<void> {
  if (values.length === 0) return
  await ctx.db
    .update(suppressions)
    .set({ liftedAt: clock.now() })
    .where(
      and(
        inArray(suppressions.value, values),
        eq(suppressions.reason, reason),
        source ? eq(suppressions.source, source) : undefined,
        channel ? eq(suppressions.channel, channel) : undefined,
        except ? sql`not ${suppressions.evidence} @> ${JSON.stringify(except)}::jsonb` : undefined,
        isNull(suppressions.liftedAt),
      ),
    )
}

/** Which of these values must not be written to, and why. */
export async function findSuppressed(ctx: Ctx, values: string[]) {
  if (values.length === 0) return []
  return ctx.db
    .select({
      value: suppressions.value,
      channel: suppressions.channel,
      reason: suppressions.reason,
      createdAt: suppressions.createdAt,
    })
    .from(suppressions)
    .where(and(inArray(suppressions.value, values), isNull(suppressions.liftedAt), eq(suppressions.topic, '')))
}

/** One parameter, however many there are: a campaign asks for more than a statement may have. */
const among = (column: AnyPgColumn, values: string[]) => sql`${column} = any(${sql.param(values)}::text[])`

interface Place {
  channel: Exclude<ConsentChannel, 'all'>
  topic: string
}

/**
 * Why nothing of that topic may go to these addresses, of those that have a reason. Names the account, since sign-in
 * mail asks in transactions that see more than one.
 */
export async function listSuppressionsOf(ctx: Ctx, values: string[], { channel, topic }: Place) {
  const rows = await ctx.db
    .select({ value: suppressions.value, reason: suppressions.reason })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.clientId, ctx.client.id),
        among(suppressions.value, values),
        inArray(suppressions.channel, [channel, 'all']),
        inArray(suppressions.topic, ['', topic]),
        isNull(suppressions.liftedAt),
      ),
    )
  const byValue = Map.groupBy(rows, row => row.value)
  const order = (reason: SuppressionReason) => suppressionReasons.indexOf(reason)
  return new Map(
    [...byValue].map(([value, found]) => [value, found.map(row => row.reason).sort((a, b) => order(a) - order(b))]),
  )
}

/** The ledger's latest word of each address for a topic; one about the whole channel counts for every topic. */
export async function latestEvidence(ctx: Ctx, values: string[], { channel, topic }: Place) {
  const rows = await ctx.db
    .selectDistinctOn([consents.value], { value: consents.value, state: consents.state })
    .from(consents)
    .where(
      and(
        among(consents.value, values),
        inArray(consents.channel, [channel, 'all']),
        inArray(consents.topic, ['', topic]),
      ),
    )
    .orderBy(consents.value, desc(consents.id))
  return new Map(rows.map(row => [row.value, row.state]))
}

interface Subscription {
  /** Email if nothing is said. */
  channel?: Exclude<ConsentChannel, 'all'>
  topic: string
  /** form, link, staff … */
  source: string
  /** The words that stood beside the box. */
  wording: string
  /** Id of what it was said in. */
  reference: string
  /** As it was given with it. */
  name?: string
  personId?: string | null
  /** Further evidence; where the address it came from is known from elsewhere than this request, `ip` too. */
  evidence?: Record<string, unknown>
}

/** Records an opt-in with what was shown. It lifts no suppression: someone who unsubscribed must opt in again by a link of theirs. */
export async function subscribe(
  ctx: Ctx,
  value: string,
  { channel = 'email', topic, source, wording, reference, name = '', personId = null, evidence = {} }: Subscription,
): Promise<void> {
  const shown = { wording, reference, ip: ctx.ip ?? null, ...evidence }
  const [row] = await ctx.db
    .insert(consents)
    .values({ value, channel, topic, state: 'granted', source, name, personId, evidence: shown })
    .returning({ id: consents.id })
  await emit(ctx, consentGranted, { consentId: row!.id })
}

interface Leaving {
  /** Empty: everything on that channel. */
  topic: string
  channel: ConsentChannel
  /** link, header, staff … */
  source: string
  evidence?: Record<string, unknown>
}

/** Records a no, and stops that topic for the address. Said again, nothing more is written. */
export async function unsubscribe(
  ctx: Ctx,
  value: string,
  { topic, channel, source, evidence = {} }: Leaving,
): Promise<void> {
  const [last] = await lastWord(ctx, value, channel, topic)
  const said = { value, channel, topic, source, evidence: { ...evidence, ip: ctx.ip ?? null } }
  if (last?.state !== 'revoked')
    await ctx.db.insert(consents).values({ ...said, state: 'revoked', name: last?.name ?? '' })
  await suppress(ctx, [{ ...said, reason: 'unsubscribed' }])
}

/** Opts in by a link that only the address's owner has: it undoes the unsubscribe, and no bounce or complaint. */
export async function resubscribe(
  ctx: Ctx,
  value: string,
  { topic, wording, reference }: Pick<Subscription, 'topic' | 'wording' | 'reference'>,
): Promise<void> {
  const [last] = await lastWord(ctx, value, 'email', topic)
  if (last?.state !== 'granted')
    await subscribe(ctx, value, { topic, source: 'link', wording, reference, name: last?.name })
  await ctx.db
    .update(suppressions)
    .set({ liftedAt: clock.now() })
    .where(
      and(
        eq(suppressions.value, value),
        eq(suppressions.channel, 'email'),
        eq(suppressions.topic, topic),
        eq(suppressions.reason, 'unsubscribed'),
        isNull(suppressions.liftedAt),
      ),
    )
}

const lastWord = (ctx: Ctx, value: string, channel: ConsentChannel, topic: string) =>
  ctx.db
    .select({ state: consents.state, name: consents.name })
    .from(consents)
    .where(and(eq(consents.value, value), eq(consents.channel, channel), eq(consents.topic, topic)))
    .orderBy(desc(consents.id))
    .limit(1)

/** Whose consent it is: the person it was given for, or the one who has the address or number now. */
export async function personOfConsent(ctx: Ctx, consentId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ value: consents.value, personId: consents.personId })
    .from(consents)
    .where(eq(consents.id, consentId))
  if (!row) return
  if (!row.personId) return addressBook().ownerOfValue(ctx, row.value)
  return (await addressBook().hasPerson(ctx, row.personId)) ? row.personId : undefined
}
