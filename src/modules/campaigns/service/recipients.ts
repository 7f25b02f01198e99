import { type SQL, sql } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import { type Cell, csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import type { RecipientTable } from './kinds.ts'

/** How a channel's report tells recipients apart; its SQL calls a recipient `r` and their message `m`. */
export interface RecipientReport<Outcome extends string> {
  recipients: RecipientTable
  /** Whom each figure counts; the first that fits is what a row shows. */
  outcomes: Readonly<Record<Outcome, SQL>>
  /** Figures that count someone beside their outcome. */
  figures?: Readonly<Record<string, SQL>>
  /** Further columns of a row, by the names under which they are returned. */
  columns?: SQL
}

export interface ReportedRecipient<Outcome> {
  id: string
  address: string
  name: string
  personId: string | null
  outcome: Outcome
  reason: SkipReason | null
  problem: string | null
  sentAt: Date | null
}

export const recipientSorts = ['name', '-name', 'address', '-address'] as const
export interface RecipientQuery {
  /** Of the campaign. */
  id: string
  outcome?: string | undefined
  search?: string | undefined
  sort: (typeof recipientSorts)[number]
}

const sorts: Record<RecipientQuery['sort'], SQL> = {
  name: sql`lower(r.name), r.address`,
  '-name': sql`lower(r.name) desc, r.address`,
  address: sql`r.address`,
  '-address': sql`r.address desc`,
}

function matching<O extends string>(report: RecipientReport<O>, { id, outcome, search }: RecipientQuery): SQL {
  const words = (search ?? '').toLowerCase()
  const found = sql`(${words} = '' or position(${words} in r.address) > 0 or position(${words} in lower(r.name)) > 0)`
  const wanted = outcome && ({ ...report.outcomes, ...report.figures } as Record<string, SQL>)[outcome]
  return sql`${report.recipients} r left join messages m on m.client_id = r.client_id and m.id = r.message_id
    where r.campaign_id = ${id} and ${found} ${wanted ? sql`and ${wanted}` : sql``}`
}

async function readPage<O extends string, More>(
  ctx: Ctx,
  report: RecipientReport<O>,
  query: RecipientQuery,
  limit: number,
  start: number,
): Promise<(ReportedRecipient<O> & More)[]> {
  const fits = Object.entries<SQL>(report.outcomes).map(([name, one]) => sql`when ${one} then ${name}`)
  const { rows } = await ctx.db.execute<Record<string, unknown> & { sentAt: string | null }>(sql`
    select r.id, r.address, r.name, r.person_id as "personId", case ${sql.join(fits, sql` `)} end as outcome, m.problem,
      m.sent_at as "sentAt", coalesce(m.skip_reason, r.skip_reason, case when r.state = 'cancelled' then 'cancelled' end) as reason
      ${report.columns ? sql`, ${report.columns}` : sql``}
    from ${matching(report, query)} order by ${sorts[query.sort]} limit ${limit} offset ${start}`)
  return rows.map(row => ({ ...row, sentAt: row.sentAt ? new Date(row.sentAt) : null })) as never
}

/** The people behind a figure of a campaign's report. `More`: the types of the report's further columns. */
export async function listRecipients<O extends string, More = object>(
  ctx: Ctx,
  report: RecipientReport<O>,
  { cursor, limit, ...query }: RecipientQuery & { cursor?: string | undefined; limit: number },
) {
  const start = pageStart(cursor, 1_000_000)
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${matching(report, query)}`,
  )
  const { total } = rows[0]!
  const items = await readPage<O, More>(ctx, report, query, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total }
}

/** The same as a file; `more` says which columns come between the reason and the time. */
export async function recipientsFile<O extends string, More = object>(
  ctx: Ctx,
  report: RecipientReport<O>,
  query: RecipientQuery,
  labels: { address: string; outcomes: Readonly<Record<O, string>>; more?: Record<string, (row: More) => Cell> },
) {
  const more = Object.entries(labels.more ?? {})
  const rows = await readPage<O, More>(ctx, report, query, 1_000_000, 0)
  const header = [labels.address, 'Name', 'Outcome', 'Why', ...more.map(([label]) => label), 'Sent at']
  const lines = rows.map(row => [
    row.address,
    row.name,
    labels.outcomes[row.outcome],
    row.reason ? skipLabels[row.reason] : row.problem,
    ...more.map(([, of]) => of(row)),
    row.sentAt,
  ])
  return { csv: csvFile(header, lines) }
}
