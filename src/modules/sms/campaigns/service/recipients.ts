import { and, eq, type SQL, sql } from 'drizzle-orm'
import { retryRecipients } from '#campaigns/service/lifecycle.ts'
import { listRecipients, type RecipientReport, recipientsFile } from '#campaigns/service/recipients.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { transient } from '#messaging/carrier/rules.ts'
import type { Outcome } from '../../rules/states.ts'
import { outcomeWords, stateWords } from '../../rules/words.ts'
import { smsCampaigns, smsRecipients } from '../../tables.ts'
import type { SmsFilter, SmsRecipientFilter, SmsRecipientList } from '../contract.ts'
import { campaignFilter, get, orders } from '../service.ts'
import { smsKind } from './kind.ts'
import { hasClicked, hasOptedOut, hasReplied, joined, leftOut, progressOf } from './progress.ts'

/** Whom each figure of the report counts; the first that fits is what a row shows. */
const counted: Record<Outcome, SQL> = {
  opted_out: sql`(m.sent_at is not null and ${hasOptedOut})`,
  replied: sql`(m.sent_at is not null and ${hasReplied})`,
  clicked: hasClicked,
  waiting: sql`(r.state = 'waiting' and r.skip_reason is null or m.state in ('queued', 'held', 'sending'))`,
  skipped: sql`(r.state = 'cancelled' or m.state = 'skipped' or m.id is null and r.skip_reason is not null)`,
  delivered: sql`m.state = 'delivered'`,
  sent: sql`m.state in ('sent', 'delivered')`,
  undelivered: sql`m.state = 'undelivered'`,
  failed: sql`m.state = 'failed'`,
  unknown: sql`m.state = 'unknown'`,
}
const report: RecipientReport<Outcome> = {
  recipients: smsRecipients,
  outcomes: counted,
  figures: { reached: sql`not ${leftOut}` },
  columns: sql`r.segments, case when m.state = 'queued' then m.held_until end as "heldUntil"`,
}
interface More {
  segments: number
  heldUntil: string | null
}

/** The engine sorts by address, whatever a channel calls it. */
const toQuery = <T extends SmsRecipientFilter>({ sort, ...filter }: T) => {
  const sorted = sort === 'number' ? 'address' : sort === '-number' ? '-address' : sort
  return { ...filter, sort: sorted } as const
}

/** Who is behind a figure of the report. */
export async function recipients(ctx: Ctx, filter: SmsRecipientList) {
  await get(ctx, filter)
  const { items, ...rest } = await listRecipients<Outcome, More>(ctx, report, toQuery(filter))
  const shown = items.map(({ address, heldUntil, ...row }) => ({
    ...row,
    number: address,
    heldUntil: heldUntil ? new Date(heldUntil) : null,
  }))
  return { ...rest, items: shown }
}

export async function recipientsCsv(ctx: Ctx, filter: SmsRecipientFilter) {
  await get(ctx, filter)
  return recipientsFile<Outcome, More>(ctx, report, toQuery(filter), {
    address: 'Number',
    outcomes: outcomeWords,
    more: { Segments: ({ segments }) => segments },
  })
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
      row.name,
      stateWords[row.state],
      row.startedAt ?? row.scheduledFor,
      done?.recipients,
      done?.sent,
      done?.delivered,
      done?.replied,
      done?.clicked,
      done?.optedOut,
      done && (done.cost / 100).toFixed(2),
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
  const failed = sql`select r.id, m.id as message_id from ${joined} where r.campaign_id = ${id}
    and m.state in ('failed', 'undelivered') and m.error_code = any(${sql.param([...transient])}::text[])`
  const count = await retryRecipients(ctx, smsKind, id, failed)
  // Written again, it costs again.
  if (count > 0)
    await ctx.db
      .update(smsRecipients)
      .set({ cost: 0 })
      .where(and(eq(smsRecipients.campaignId, id), eq(smsRecipients.state, 'waiting')))
  return get(ctx, { id })
}
