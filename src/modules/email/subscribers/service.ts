import { eq, type SQL, sql } from 'drizzle-orm'
import { NEWSLETTER, suppressionReasons } from '#consent/rules/reasons.ts'
import { unsubscribe as leave, lift } from '#consent/service.ts'
import { consents } from '#consent/tables.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import type { SubscriberState } from '../rules/states.ts'
import type { Subscriber, SubscriberFilter, SubscriberList } from './contract.ts'

const about = (topic: string) => sql`channel in ('email', 'all') and topic in ('', ${topic})`
const order = sql.raw(`array[${suppressionReasons.map(reason => `'${reason}'`).join(',')}]`)

/**
 * Every address that ever said yes to a topic: its latest word, its latest yes, the name it gave, and what stands
 * against it. The ledger itself; nothing is kept beside it.
 */
export const everyReader = (topic: string): SQL => sql`(
  select last.id, last.value, last.state, last.created_at as said_at, yes.source, yes.created_at as consented_at,
    coalesce(named.name, '') as name,
    case
      when against.reason in ('hard_bounce', 'invalid') then 'bounced'
      when against.reason = 'complaint' then 'complained'
      when against.reason in ('manual', 'dnc', 'stop') then 'stopped'
      when against.reason = 'unsubscribed' or last.state = 'revoked' then 'unsubscribed'
      else 'subscribed'
    end as status
  from (select distinct on (value) id, value, state, created_at from consents where ${about(topic)} order by value, id desc) last
  cross join lateral (
    select c.source, c.created_at from consents c
    where c.value = last.value and c.state = 'granted' and ${about(topic)} order by c.id desc limit 1
  ) yes
  left join lateral (
    select c.name from consents c
    where c.value = last.value and c.name <> '' and ${about(topic)} order by c.id desc limit 1
  ) named on true
  left join lateral (
    select s.reason from suppressions s
    where s.value = last.value and s.channel in ('email', 'all') and s.topic in ('', ${topic}) and s.lifted_at is null
    order by array_position(${order}, s.reason) limit 1
  ) against on true
) reader`

const sorts: Record<SubscriberFilter['sort'], SQL> = {
  consentedAt: sql`consented_at, id`,
  '-consentedAt': sql`consented_at desc, id desc`,
  email: sql`value`,
  '-email': sql`value desc`,
  name: sql`lower(name), value`,
  '-name': sql`lower(name) desc, value`,
}

const matching = ({ search, status }: SubscriberFilter) => {
  const words = (search ?? '').toLowerCase()
  return sql`(${words} = '' or position(${words} in value) > 0 or position(${words} in lower(name)) > 0)
    and (${status ?? ''} = '' or status = ${status ?? ''})`
}

interface Row extends Record<string, unknown> {
  id: string
  value: string
  name: string
  source: string
  status: SubscriberState
  consented_at: string
  active_at: string
}

async function page(ctx: Ctx, filter: SubscriberFilter, limit: number, start: number): Promise<Subscriber[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select shown.*, greatest(said_at, (
      select max(m.sent_at) from messages m where m.recipient = shown.value and m.purpose = 'marketing' and m.topic = ${NEWSLETTER}
    )) as active_at
    from (
      select * from ${everyReader(NEWSLETTER)} where ${matching(filter)}
      order by ${sorts[filter.sort]} limit ${limit} offset ${start}
    ) shown
    order by ${sorts[filter.sort]}`)
  return rows.map(({ id, value, name, source, status, consented_at, active_at }) => ({
    id,
    email: value,
    name,
    source,
    status,
    consentedAt: new Date(consented_at),
    lastActivityAt: new Date(active_at),
  }))
}

export async function list(ctx: Ctx, { cursor, limit, ...filter }: SubscriberList) {
  const start = pageStart(cursor, 1_000_000)
  const { rows } = await ctx.db.execute<{ total: number; subscribed: number }>(sql`
    select count(*) filter (where ${matching(filter)})::int as total,
      count(*) filter (where status = 'subscribed')::int as subscribed
    from ${everyReader(NEWSLETTER)}`)
  const { total, subscribed } = rows[0]!
  const items = await page(ctx, filter, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total, subscribed }
}

export async function exportCsv(ctx: Ctx, filter: SubscriberFilter) {
  const rows = await page(ctx, filter, 1_000_000, 0)
  const head = ['E-mail', 'Name', 'Source', 'Consented at', 'Status', 'Last activity']
  return {
    csv: csvFile(
      head,
      rows.map(row => [row.email, row.name, row.source, row.consentedAt, row.status, row.lastActivityAt]),
    ),
  }
}

async function addressOf(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db.select({ value: consents.value }).from(consents).where(eq(consents.id, id))
  return found(row, 'Subscriber').value
}

/** By staff, for somebody who asked in words: by phone, in person, in a mail. */
export async function unsubscribe(ctx: Ctx, { id }: { id: string }) {
  await leave(ctx, await addressOf(ctx, id), {
    topic: NEWSLETTER,
    channel: 'email',
    source: 'staff',
    evidence: { userId: userOf(ctx) },
  })
  return {}
}

export async function allow(ctx: Ctx, { id }: { id: string }) {
  const value = await addressOf(ctx, id)
  for (const reason of ['hard_bounce', 'invalid'] as const) await lift(ctx, [value], { reason })
  return {}
}
