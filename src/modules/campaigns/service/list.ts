import { type SQL, sql } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { keyed } from '#kernel/modules.ts'
import type { CampaignFilter, CampaignList, CampaignRow } from '../contract.ts'
import { type CampaignKind, campaignKinds } from './kinds.ts'

/** The same columns of every channel's table; a campaign's messages are in the outbox under its id. */
const listedOf = ({ name, campaigns, list }: CampaignKind): SQL =>
  sql`select id, ${name} as channel, name, ${list.subject} as subject, state, local_time, coalesce(started_at, scheduled_for) as begins, created_at
    from ${campaigns}${list.where ? sql` where ${list.where}` : sql``}`

/** What goes by each recipient's clock is fixed hours before: it is shown at that time of the church's clock. */
const all = (ctx: Ctx) => sql`(
  select s.*, coalesce(s.local_time::timestamp at time zone ${ctx.client.timeZone}, s.begins) as at
  from (${sql.join(campaignKinds().map(listedOf), sql` union all `)}) s) c`

const sorts: Record<CampaignFilter['sort'], SQL> = {
  name: sql`lower(c.name), c.id`,
  '-name': sql`lower(c.name) desc, c.id desc`,
  createdAt: sql`c.created_at, c.id`,
  '-createdAt': sql`c.created_at desc, c.id desc`,
  at: sql`c.at nulls last, c.id`,
  '-at': sql`c.at desc nulls last, c.id desc`,
  state: sql`c.state, c.created_at desc, c.id`,
  '-state': sql`c.state desc, c.created_at desc, c.id`,
}
/** On its way: it will reach someone without anyone doing anything more, or once a pause ends. */
const active = sql`c.state in ('scheduled', 'sending', 'paused')`

function matching({ search, channel, state }: CampaignFilter): SQL {
  if (channel && !campaignKinds().some(({ name }) => name === channel)) throw invalid('channel', 'Unknown channel')
  const words = (search ?? '').toLowerCase()
  return sql`(${words} = '' or position(${words} in lower(c.name)) > 0 or position(${words} in lower(c.subject)) > 0)
    and (${channel ?? ''} = '' or c.channel = ${channel ?? ''})
    and ${state === 'active' ? active : state ? sql`c.state = ${state}` : sql`true`}`
}

type Row = Omit<CampaignRow, 'at' | 'createdAt'> & { at: string | null; created: string }

async function page(ctx: Ctx, filter: CampaignFilter, limit: number, start: number): Promise<CampaignRow[]> {
  const { rows } = await ctx.db.execute<Row & Record<string, unknown>>(sql`
    with page as (select c.* from ${all(ctx)} where ${matching(filter)} order by ${sorts[filter.sort]} limit ${limit} offset ${start})
    select c.id, c.channel, c.name, c.subject, c.state, c.at, c.created_at as created,
      coalesce(m.recipients, 0) as recipients, coalesce(m.delivered, 0) as delivered
    from page c left join lateral (
      select count(*)::int as recipients, count(*) filter (where state in ('sent', 'delivered'))::int as delivered
      from messages where batch_id = c.id and client_id = ${ctx.client.id} and state <> 'skipped'
    ) m on true order by ${sorts[filter.sort]}`)
  return rows.map(({ at, created, ...row }) => ({ ...row, at: at ? new Date(at) : null, createdAt: new Date(created) }))
}

export async function list(ctx: Ctx, { cursor, limit, ...filter }: CampaignList) {
  const start = pageStart(cursor, 1_000_000)
  const { rows } = await ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${all(ctx)} where ${matching(filter)}`,
  )
  const { total } = rows[0]!
  const items = await page(ctx, filter, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total }
}

export async function exportCsv(ctx: Ctx, filter: CampaignFilter) {
  const rows = await page(ctx, filter, 100_000, 0)
  return {
    csv: csvFile(
      ['Name', 'Channel', 'Subject', 'State', 'When', 'Recipients', 'Delivered', 'Created'],
      rows.map(row => [
        row.name,
        keyed('campaignChannels').get(row.channel)?.label ?? row.channel,
        row.subject,
        row.state,
        row.at,
        row.recipients,
        row.delivered,
        row.createdAt,
      ]),
    ),
  }
}

export async function counts(ctx: Ctx) {
  const { rows } = await ctx.db.execute<{ active: number; scheduled: number; sending: number }>(sql`
    select count(*) filter (where ${active})::int as active, count(*) filter (where c.state = 'scheduled')::int as scheduled,
      count(*) filter (where c.state = 'sending')::int as sending from ${all(ctx)}`)
  return rows[0]!
}
