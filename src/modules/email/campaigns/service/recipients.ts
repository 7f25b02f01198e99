import { type SQL, sql } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import type { Recipient, RecipientFilter, RecipientList } from '../../newsletters/contract.ts'
import type { Outcome, Reading } from '../../rules/states.ts'
import { outcomeWords } from '../../rules/words.ts'
import { hasClicked, hasOnlyMachineOpens, hasOpened, hasReplied } from '../../tracking/service/engagement.ts'

const complained = sql`exists (select from mail_reports p where p.message_id = m.id and p.kind = 'complaint')`
/** Whom each figure of the report counts; the first that fits is what a row shows. */
const counted: Record<Outcome, SQL> = {
  unsubscribed: sql`r.unsubscribed_at is not null`,
  complained,
  waiting: sql`(r.state = 'waiting' or m.state in ('queued', 'held', 'sending'))`,
  skipped: sql`(r.state in ('cancelled', 'skipped') or m.state = 'skipped')`,
  delivered: sql`m.state = 'delivered'`,
  sent: sql`m.state in ('sent', 'delivered')`,
  bounced: sql`m.state = 'undelivered'`,
  failed: sql`m.state = 'failed'`,
  unknown: sql`m.state = 'unknown'`,
}
const read: Record<Reading, SQL> = {
  opened: hasOpened,
  machine_opened: hasOnlyMachineOpens,
  clicked: hasClicked,
  replied: hasReplied,
}
const outcome = sql`case ${sql.join(
  Object.entries(counted).map(([name, fits]) => sql`when ${fits} then ${name}`),
  sql` `,
)} end`

const sorts: Record<RecipientFilter['sort'], SQL> = {
  address: sql`r.address`,
  '-address': sql`r.address desc`,
  name: sql`lower(r.name), r.address`,
  '-name': sql`lower(r.name) desc, r.address`,
}

function matching({ id, outcome: wanted, search }: RecipientFilter): SQL {
  const words = (search ?? '').toLowerCase()
  const found = sql`(${words} = '' or position(${words} in r.address) > 0 or position(${words} in lower(r.name)) > 0)`
  return sql`email_recipients r left join messages m on m.client_id = r.client_id and m.id = r.message_id
    where r.campaign_id = ${id} and ${found} ${wanted ? sql`and ${{ ...counted, ...read }[wanted]}` : sql``}`
}

interface Row extends Record<string, unknown> {
  id: string
  address: string
  name: string
  outcome: Outcome
  reason: SkipReason | null
  problem: string | null
  sent_at: string | null
  person_id: string | null
}

async function page(ctx: Ctx, filter: RecipientFilter, limit: number, start: number): Promise<Recipient[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select r.id, r.address, r.name, ${outcome} as outcome, m.problem, m.sent_at,
      r.person_id,
      case when r.state = 'cancelled' then 'cancelled' else coalesce(r.skip_reason, m.skip_reason) end as reason
    from ${matching(filter)} order by ${sorts[filter.sort]} limit ${limit} offset ${start}`)
  return rows.map(({ sent_at, person_id, ...row }) => ({
    ...row,
    personId: person_id,
    sentAt: sent_at ? new Date(sent_at) : null,
  }))
}

/** Who is behind a figure of the report. */
export async function recipients(ctx: Ctx, { cursor, limit, ...filter }: RecipientList) {
  const start = pageStart(cursor, 1_000_000)
  const { rows } = await ctx.db.execute<{ total: number }>(sql`select count(*)::int as total from ${matching(filter)}`)
  const { total } = rows[0]!
  const items = await page(ctx, filter, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total }
}

export async function recipientsCsv(ctx: Ctx, filter: RecipientFilter) {
  const rows = await page(ctx, filter, 1_000_000, 0)
  return {
    csv: csvFile(
      ['Email', 'Name', 'Outcome', 'Why', 'Sent at'],
      rows.map(row => [
        row.address,
        row.name,
        outcomeWords[row.outcome],
        row.reason ? skipLabels[row.reason] : row.problem,
        row.sentAt,
      ]),
    ),
  }
}
