import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { countBatch } from '#messaging/service/batches.ts'
import { centsOf } from '../../rules/cost.ts'
import { REPLY_WINDOW_DAYS } from '../../rules/states.ts'
import type { SmsProgress } from '../contract.ts'

const window_ = sql.raw(`interval '${REPLY_WINDOW_DAYS} days'`)
/** Someone who wrote to us from that number soon after the text had left, or answered its question. */
export const recordReply = sql`(exists (select from sms_votes v where v.client_id = r.client_id and v.campaign_id = r.campaign_id
  and v.number = r.number) or exists (select from messages a where a.client_id = r.client_id and a.sender = r.number
  and a.direction = 'in' and a.channel = 'sms' and a.sent_at between m.sent_at and m.sent_at + ${window_}))`
/** Whose answer was a no. */
export const recordOptOut = sql`exists (select from suppressions s
  left join messages a on a.client_id = s.client_id and a.id::text = s.evidence ->> 'messageId'
  where s.client_id = r.client_id and s.value = r.number and s.reason = 'stop'
    and coalesce(a.sent_at, s.created_at) between m.sent_at and m.sent_at + ${window_})`
export const recordClick = sql`exists (select from short_link_clicks c where c.client_id = r.client_id and c.recipient_id = r.id and not c.bot)`
/** Whether a recipient gets nothing: as the gate said, or before it was asked as the audience was frozen. */
export const leftOut = sql`(case when m.id is null then r.left_out is not null
  else m.state = 'skipped' and m.skip_reason <> 'cancelled' end)`
export const joined = sql`sms_recipients r left join messages m on m.client_id = r.client_id and m.id = r.message_id`

export async function progressOf(ctx: Ctx, { id }: { id: string }): Promise<SmsProgress> {
  const { rows } = await ctx.db.execute<
    Record<
      'total' | 'recipients' | 'waiting' | 'cancelled' | 'segments' | 'replied' | 'clicked' | 'opted_out',
      number
    > & {
      cost: string
      left: Partial<Record<SkipReason, number>>
    }
  >(sql`
    select count(*)::int as total, count(*) filter (where not ${leftOut})::int as recipients,
      count(*) filter (where r.state = 'waiting' and r.left_out is null)::int as waiting,
      count(*) filter (where r.state = 'cancelled' and r.left_out is null)::int as cancelled,
      coalesce((select jsonb_object_agg(reason, n) from (select l.left_out as reason, count(*)::int as n from sms_recipients l
        where l.campaign_id = ${id} and l.message_id is null and l.left_out is not null group by 1) by_reason), '{}') as left,
      coalesce(sum(r.segments) filter (where r.cost > 0), 0)::int as segments, coalesce(sum(r.cost), 0) as cost,
      count(*) filter (where m.sent_at is not null and ${recordReply})::int as replied,
      count(*) filter (where ${recordClick})::int as clicked,
      count(*) filter (where m.sent_at is not null and ${recordOptOut})::int as opted_out
    from ${joined} where r.campaign_id = ${id}`)
  const sums = rows[0]!
  const { states, skipped } = await countBatch(ctx, id)
  const skippedBy: Partial<Record<SkipReason, number>> = { ...skipped }
  const unwritten = { ...sums.left, ...(sums.cancelled > 0 && { cancelled: sums.cancelled }) }
  for (const [reason, n] of Object.entries(unwritten) as [SkipReason, number][])
    skippedBy[reason] = (skippedBy[reason] ?? 0) + n
  return {
    total: sums.total,
    recipients: sums.recipients,
    waiting: sums.waiting + states.queued + states.held + states.sending,
    sent: states.sent + states.delivered,
    delivered: states.delivered,
    undelivered: states.undelivered,
    failed: states.failed,
    unknown: states.unknown,
    skipped: states.skipped + Object.values(unwritten).reduce((sum, n) => sum + n, 0),
    skippedBy,
    ...{ replied: sums.replied, clicked: sums.clicked, optedOut: sums.opted_out },
    ...{ segments: sums.segments, cost: centsOf(Number(sums.cost)) },
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
