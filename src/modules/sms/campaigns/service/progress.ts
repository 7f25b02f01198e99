import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { type BatchCounts, countBatches } from '#messaging/service/batches.ts'
import { centsOf } from '../../rules/cost.ts'
import { REPLY_WINDOW_DAYS } from '../../rules/states.ts'
import type { SmsProgress } from '../contract.ts'

const window_ = sql.raw(`interval '${REPLY_WINDOW_DAYS} days'`)
/** Someone who wrote to us from that number soon after the text had left, or answered its question. */
export const hasReplied = sql`(exists (select from sms_votes v where v.client_id = r.client_id and v.campaign_id = r.campaign_id
  and v.number = r.address) or exists (select from messages a where a.client_id = r.client_id and a.sender = r.address
  and a.direction = 'in' and a.channel = 'sms' and a.sent_at between m.sent_at and m.sent_at + ${window_}))`
/** Whose answer was a no. */
export const hasOptedOut = sql`exists (select from suppressions s
  left join messages a on a.client_id = s.client_id and a.id::text = s.evidence ->> 'messageId'
  where s.client_id = r.client_id and s.value = r.address and s.reason = 'stop'
    and coalesce(a.sent_at, s.created_at) between m.sent_at and m.sent_at + ${window_})`
export const hasClicked = sql`exists (select from short_link_clicks c where c.client_id = r.client_id and c.recipient_id = r.id and not c.bot)`
/** Whether a recipient gets nothing: as the gate said, or before it was asked as the audience was frozen. */
export const leftOut = sql`(case when m.id is null then r.skip_reason is not null
  else m.state = 'skipped' and m.skip_reason <> 'cancelled' end)`
export const joined = sql`sms_recipients r left join messages m on m.client_id = r.client_id and m.id = r.message_id`

type Sums = Record<
  'total' | 'recipients' | 'waiting' | 'cancelled' | 'segments' | 'replied' | 'clicked' | 'opted_out',
  number
> & {
  /** bigint */
  cost: string
}

async function sumsOf(ctx: Ctx, ids: string[]) {
  const { rows } = await ctx.db.execute<Sums & { id: string }>(sql`
    select r.campaign_id as id, count(*)::int as total, count(*) filter (where not ${leftOut})::int as recipients,
      count(*) filter (where r.state = 'waiting' and r.skip_reason is null)::int as waiting,
      count(*) filter (where r.state = 'cancelled' and r.skip_reason is null)::int as cancelled,
      coalesce(sum(r.segments) filter (where r.cost > 0), 0)::int as segments, coalesce(sum(r.cost), 0) as cost,
      count(*) filter (where m.sent_at is not null and ${hasReplied})::int as replied,
      count(*) filter (where ${hasClicked})::int as clicked,
      count(*) filter (where m.sent_at is not null and ${hasOptedOut})::int as opted_out
    from ${joined} where r.campaign_id = any(${sql.param(ids)}::uuid[]) group by r.campaign_id`)
  return new Map(rows.map(row => [row.id, row]))
}

/** Who was left out as the audience was frozen, and for what. */
async function leftOutOf(ctx: Ctx, ids: string[]) {
  const { rows } = await ctx.db.execute<{ id: string; reason: SkipReason; n: number }>(sql`
    select l.campaign_id as id, l.skip_reason as reason, count(*)::int as n from sms_recipients l
    where l.campaign_id = any(${sql.param(ids)}::uuid[]) and l.message_id is null and l.skip_reason is not null group by 1, 2`)
  return Map.groupBy(rows, row => row.id)
}

const none: Sums = {
  total: 0,
  recipients: 0,
  waiting: 0,
  cancelled: 0,
  segments: 0,
  cost: '0',
  replied: 0,
  clicked: 0,
  opted_out: 0,
}

/** What became of each campaign so far, in four queries however many there are. */
export async function progressOf(ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string, SmsProgress>> {
  if (ids.length === 0) return new Map()
  const [sums, left, batches] = [await sumsOf(ctx, ids), await leftOutOf(ctx, ids), await countBatches(ctx, ids)]
  return new Map(ids.map(id => [id, toProgress(sums.get(id) ?? none, left.get(id) ?? [], batches.get(id)!)]))
}

function toProgress(
  sums: Omit<Sums, 'id'>,
  left: { reason: SkipReason; n: number }[],
  batch: BatchCounts,
): SmsProgress {
  const { states, skipped } = batch
  const skippedBy: Partial<Record<SkipReason, number>> = { ...skipped }
  const unwritten = sums.cancelled > 0 ? [...left, { reason: 'cancelled' as const, n: sums.cancelled }] : left
  for (const { reason, n } of unwritten) skippedBy[reason] = (skippedBy[reason] ?? 0) + n
  return {
    total: sums.total,
    recipients: sums.recipients,
    waiting: sums.waiting + states.queued + states.held + states.sending,
    sent: states.sent + states.delivered,
    delivered: states.delivered,
    undelivered: states.undelivered,
    failed: states.failed,
    unknown: states.unknown,
    skipped: states.skipped + unwritten.reduce((sum, { n }) => sum + n, 0),
    skippedBy,
    replied: sums.replied,
    clicked: sums.clicked,
    optedOut: sums.opted_out,
    segments: sums.segments,
    cost: centsOf(Number(sums.cost)),
  }
}

/** Every text of this month that left or came, by the church's calendar. */
export async function sums(ctx: Ctx) {
  const from = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('month')
  const since = DateTime.min(from, DateTime.fromMillis(clock.ms() - days(30)))
    .toJSDate()
    .toISOString()
  const { rows } = await ctx.db.execute<Record<'sent' | 'delivered' | 'settled' | 'replies' | 'stops', number>>(sql`
    select count(*) filter (where direction = 'out' and state in ('sent', 'delivered'))::int as sent,
      count(*) filter (where direction = 'out' and state = 'delivered')::int as delivered,
      count(*) filter (where direction = 'out' and state in ('delivered', 'undelivered', 'failed'))::int as settled,
      count(*) filter (where direction = 'in')::int as replies,
      (select count(*)::int from suppressions where channel = 'sms' and reason = 'stop' and lifted_at is null
        and created_at >= ${since}) as stops
    from messages where channel = 'sms' and created_at >= ${since}`)
  const row = rows[0]!
  return {
    sent: row.sent,
    deliveredShare: row.settled > 0 ? row.delivered / row.settled : null,
    replies: row.replies,
    optOuts: row.stops,
  }
}
