import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { transient } from '#messaging/carrier/rules.ts'
import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { detachFailedMessages } from '#messaging/service/batches.ts'
import { smsStarted } from '../../events.ts'
import type { Outcome } from '../../rules/states.ts'
import { outcomeWords, stateWords } from '../../rules/words.ts'
import { smsCampaigns } from '../../tables.ts'
import type { SmsFilter, SmsRecipient, SmsRecipientFilter, SmsRecipientList } from '../contract.ts'
import { campaignFilter, get, orders } from '../service.ts'
import { hasClicked, hasOptedOut, hasReplied, joined, leftOut, progressOf } from './progress.ts'

/** Whom each figure of the report counts; the first that fits is what a row shows. */
const counted: Record<Outcome, SQL> = {
  opted_out: sql`(m.sent_at is not null and ${hasOptedOut})`,
  replied: sql`(m.sent_at is not null and ${hasReplied})`,
  clicked: hasClicked,
  waiting: sql`(r.state = 'waiting' and r.left_out is null or m.state in ('queued', 'held', 'sending'))`,
  skipped: sql`(r.state = 'cancelled' or m.state = 'skipped' or m.id is null and r.left_out is not null)`,
  delivered: sql`m.state = 'delivered'`,
  sent: sql`m.state in ('sent', 'delivered')`,
  undelivered: sql`m.state = 'undelivered'`,
  failed: sql`m.state = 'failed'`,
  unknown: sql`m.state = 'unknown'`,
}
const outcome = sql`case ${sql.join(
  Object.entries(counted).map(([name, fits]) => sql`when ${fits} then ${name}`),
  sql` `,
)} end`

const sorts: Record<SmsRecipientFilter['sort'], SQL> = {
  name: sql`lower(r.name), r.number`,
  '-name': sql`lower(r.name) desc, r.number`,
  number: sql`r.number`,
  '-number': sql`r.number desc`,
}

function fitting({ id, outcome: wanted, search }: SmsRecipientFilter): SQL {
  const words = (search ?? '').toLowerCase()
  const found = sql`(${words} = '' or position(${words} in r.number) > 0 or position(${words} in lower(r.name)) > 0)`
  return sql`${joined} where r.campaign_id = ${id} and ${found} ${wanted ? sql`and ${wanted === 'reached' ? sql`not ${leftOut}` : counted[wanted]}` : sql``}`
}

interface Row extends Record<string, unknown> {
  id: string
  number: string
  name: string
  person_id: string | null
  outcome: Outcome
  reason: SkipReason | null
  problem: string | null
  segments: number
  sent_at: string | null
  held_until: string | null
}

async function page(ctx: Ctx, filter: SmsRecipientFilter, limit: number, start: number): Promise<SmsRecipient[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select r.id, r.number, r.name, r.person_id, ${outcome} as outcome, m.problem, m.sent_at, case when m.state = 'queued' then m.held_until end as held_until, r.segments,
      coalesce(m.skip_reason, r.left_out, case when r.state = 'cancelled' then 'cancelled' end) as reason
    from ${fitting(filter)} order by ${sorts[filter.sort]} limit ${limit} offset ${start}`)
  return rows.map(({ sent_at, held_until, person_id, ...row }) => ({
    ...row,
    personId: person_id,
    sentAt: sent_at ? new Date(sent_at) : null,
    heldUntil: held_until ? new Date(held_until) : null,
  }))
}

/** Who is behind a figure of the report. */
export async function recipients(ctx: Ctx, { cursor, limit, ...filter }: SmsRecipientList) {
  await get(ctx, filter)
  const start = pageStart(cursor, 1_000_000)
  const { rows } = await ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from ${fitting(filter)}`)
  const { total } = rows[0]!
  const items = await page(ctx, filter, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total }
}

export async function recipientsCsv(ctx: Ctx, filter: SmsRecipientFilter) {
  await get(ctx, filter)
  const rows = await page(ctx, filter, 1_000_000, 0)
  return {
    csv: csvFile(
      ['Number', 'Name', 'Outcome', 'Why', 'Segments', 'Sent at'],
      rows.map(row => [
        ...[row.number, row.name, outcomeWords[row.outcome], row.reason ? skipLabels[row.reason] : row.problem],
        ...[row.segments, row.sentAt],
      ]),
    ),
  }
}

/** At most 10,000 campaigns, in the order of the list. */
export async function exportCsv(ctx: Ctx, { sort, ...filter }: Pick<SmsFilter, 'search' | 'state' | 'sort'>) {
  const rows = await ctx.db
    .select()
    .from(smsCampaigns)
    .where(campaignFilter(filter))
    .orderBy(...orders[sort])
    .limit(10_000)
  const started = rows.filter(row => row.startedAt)
  const progress = await progressOf(
    ctx,
    started.map(row => row.id),
  )
  const lines = rows.map(row => {
    const done = progress.get(row.id)
    return [
      ...[
        row.name,
        stateWords[row.state],
        row.startedAt ?? row.scheduledFor,
        done?.recipients,
        done?.sent,
        done?.delivered,
      ],
      ...[done?.replied, done?.clicked, done?.optedOut, done && (done.cost / 100).toFixed(2)],
    ]
  })
  const header = [
    'Name',
    'State',
    'Starts',
    'Recipients',
    'Sent',
    'Delivered',
    'Replies',
    'Clicks',
    'Opted out',
    'Cost in USD',
  ]
  return { csv: csvFile(header, lines) }
}

/** Those whose phone company failed for a while get it once more; those who have it, or have opted out, do not. */
export async function retry(ctx: Ctx, { id }: { id: string }) {
  const campaign = await get(ctx, { id })
  if (campaign.state !== 'sent') throw new Failure('NOT_EDITABLE')
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with again as (
      select r.id, m.id as message_id from ${joined} where r.campaign_id = ${id}
        and m.state in ('failed', 'undelivered') and m.error_code = any(${sql.param([...transient])}::text[])
    )
    update sms_recipients r set state = 'waiting', message_id = null, cost = 0 from again where r.id = again.id
    returning again.message_id as id`)
  await detachFailedMessages(ctx, rows)
  if (rows.length === 0) return campaign
  await ctx.db
    .update(smsCampaigns)
    .set({ state: 'sending', finishedAt: null })
    .where(and(eq(smsCampaigns.id, id), inArray(smsCampaigns.state, ['sent'])))
  await emit(ctx, smsStarted, { campaignId: id })
  announce(ctx, 'campaigns', id)
  return get(ctx, { id })
}
