import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { ConsentChannel, SuppressionReason } from './rules/reasons.ts'
import { consents, suppressions } from './tables.ts'

export interface NewSuppression {
  /** Normalised: e-mail in lower case, number in E.164. */
  value: string
  channel: ConsentChannel
  reason: SuppressionReason
  source: string
  evidence?: Record<string, unknown>
}

/** Stops writing to these addresses and numbers from now on; said twice, it stands once. Returns how many are new. */
export async function suppress(ctx: Ctx, rows: NewSuppression[]): Promise<number> {
  const unique = [...new Map(rows.map(row => [`${row.value} ${row.channel} ${row.reason}`, row])).values()]
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
        set: { liftedAt: null },
        setWhere: sql`${suppressions.liftedAt} is not null`,
      })
      .returning({ id: suppressions.id })
    added += made.length
  }
  return added
}

/** Takes back what was stopped for one reason by one source, such as a box that somebody ticked by mistake; the rest stands. */
export async function lift(
  ctx: Ctx,
  values: string[],
  { reason, source }: { reason: SuppressionReason; source: string },
): Promise<void> {
  if (values.length === 0) return
  await ctx.db
    .update(suppressions)
    .set({ liftedAt: clock.now() })
    .where(
      and(
        inArray(suppressions.value, values),
        eq(suppressions.reason, reason),
        eq(suppressions.source, source),
        isNull(suppressions.liftedAt),
      ),
    )
}

/** Which of these values must not be written to, and why. */
export async function suppressedAmong(ctx: Ctx, values: string[]) {
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

interface Subscription {
  topic: string
  /** form, link, staff … */
  source: string
  /** The words that stood beside the box. */
  wording: string
  /** Id of what it was said in. */
  reference: string
}

/** Writes down a yes with what was shown. It lifts no suppression: whoever unsubscribed must say so by a link of theirs. */
export async function subscribe(
  ctx: Ctx,
  value: string,
  { topic, source, wording, reference }: Subscription,
): Promise<void> {
  await ctx.db.insert(consents).values({
    value,
    channel: 'email',
    topic,
    state: 'granted',
    source,
    evidence: { wording, reference, ip: ctx.ip ?? null },
  })
}
