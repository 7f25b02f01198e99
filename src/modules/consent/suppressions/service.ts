import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { addressBook } from '../service/address-book.ts'
import { suppress } from '../service.ts'
import { suppressions } from '../tables.ts'
import { topicsOf } from '../topics/service.ts'
import type { Lift, NewSuppression, Suppression } from './contract.ts'

const REASON = 'manual'

async function mustBeTheirs(ctx: Ctx, personId: string, value: string): Promise<void> {
  const values = await addressBook().valuesOfPerson(ctx, personId)
  found(
    values.find(one => one === value),
    'Address',
  )
}

const standing = (values: string[]) => and(inArray(suppressions.value, values), isNull(suppressions.liftedAt))

/** Those that staff recorded: they alone are lifted here. */
const recorded = (value: string) => and(standing([value]), eq(suppressions.topic, ''), eq(suppressions.reason, REASON))

type Row = Pick<typeof suppressions.$inferSelect, 'reason' | 'source' | 'evidence'>

/** Says nothing of the message itself: it may belong to a confidential conversation. */
function howOf({ reason, source, evidence }: Row): string {
  if (reason === 'manual') return String(evidence.how ?? '')
  if (reason === 'stop' && source === 'reply')
    return evidence.word === 'stop' ? 'By replying STOP' : 'By a reply that reads like an opt-out'
  if (reason === 'stop' && source === 'carrier') return 'Reported by the phone company'
  return ways[reason]
}

const ways: Record<Exclude<Row['reason'], 'manual'>, string> = {
  stop: 'Opted out',
  unsubscribed: 'Unsubscribed',
  hard_bounce: 'Email bounced: the address does not exist',
  complaint: 'Marked an email as spam',
  invalid: 'Messages can’t be delivered',
  dnc: 'Marked as do not contact',
}

export async function listSuppressions(
  ctx: Ctx,
  { personId }: { personId: string },
): Promise<{ items: Suppression[] }> {
  const values = await addressBook().valuesOfPerson(ctx, personId)
  if (values.length === 0) return { items: [] }
  const rows = await ctx.db.select().from(suppressions).where(standing(values)).orderBy(desc(suppressions.id))
  const names = new Map((await topicsOf(ctx)).map(topic => [topic.key, topic.name]))
  const items = rows.map(({ value, channel, topic, reason, source, evidence, createdAt }) => ({
    value,
    channel,
    topic,
    topicName: topic && (names.get(topic) ?? topic),
    reason,
    source,
    how: howOf({ reason, source, evidence }),
    at: evidence.at ? new Date(String(evidence.at)) : createdAt,
    canLift: reason === REASON && topic === '',
  }))
  return { items }
}

/** From this moment, no matter who else has that address or number; said twice, the latest words stand. */
export async function addSuppression(ctx: Ctx, { personId, value, channel, how }: NewSuppression) {
  await mustBeTheirs(ctx, personId, value)
  const evidence = { how, by: userOf(ctx), personId, at: clock.now().toISOString() }
  await suppress(ctx, [{ value, channel, reason: REASON, source: 'staff', evidence }])
  await ctx.db
    .update(suppressions)
    .set({ evidence, source: 'staff' })
    .where(and(recorded(value), eq(suppressions.channel, channel)))
  announce(ctx, 'people', personId)
  return {}
}

export async function liftSuppression(ctx: Ctx, { personId, value, channel, why }: Lift) {
  await mustBeTheirs(ctx, personId, value)
  const note = JSON.stringify({ lifted: { why, by: userOf(ctx), at: clock.now().toISOString() } })
  const rows = await ctx.db
    .update(suppressions)
    .set({ liftedAt: clock.now(), evidence: sql`${suppressions.evidence} || ${note}::jsonb` })
    .where(and(recorded(value), eq(suppressions.channel, channel)))
    .returning({ id: suppressions.id })
  found(rows[0], 'Entry')
  announce(ctx, 'people', personId)
  return {}
}

/** Undoes what staff recorded or imported, no matter who has the number; what people did themselves, only they can. @throws NOT_FOUND */
export async function liftStaffSuppression(ctx: Ctx, id: string, why: string): Promise<void> {
  const note = JSON.stringify({ lifted: { why, by: userOf(ctx), at: clock.now().toISOString() } })
  const rows = await ctx.db
    .update(suppressions)
    .set({ liftedAt: clock.now(), evidence: sql`${suppressions.evidence} || ${note}::jsonb` })
    .where(
      and(
        eq(suppressions.id, id),
        eq(suppressions.reason, REASON),
        eq(suppressions.topic, ''),
        isNull(suppressions.liftedAt),
      ),
    )
    .returning({ id: suppressions.id })
  found(rows[0], 'Entry')
}
