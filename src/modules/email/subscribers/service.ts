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
 * Every address that ever opted in to a topic: its latest word, its latest consent, the name it gave, and what stands
 * against it. The ledger itself; nothing is kept beside it.
 */
export const allSubscribers = (topic: string): SQL => sql`(
  select said.*, case
      when (${order})[against.first] in ('hard_bounce', 'invalid') then 'bounced'
      when (${order})[against.first] = 'complaint' then 'complained'
      when (${order})[against.first] in ('manual', 'dnc', 'stop') then 'stopped'
      when against.first is not null or said.state = 'revoked' then 'unsubscribed'
      else 'subscribed'
    end as status
  from (
    select value, (array_agg(id order by id desc))[1] as id, (array_agg(state order by id desc))[1] as state,
      max(created_at) as said_at, max(created_at) filter (where state = 'granted') as consented_at,
      (array_agg(source order by id desc) filter (where state = 'granted'))[1] as source,
      coalesce((array_agg(name order by id desc) filter (where name <> ''))[1], '') as name
    from consents where ${about(topic)} group by value having bool_or(state = 'granted')
  ) said
  left join (
    select value, min(array_position(${order}, reason)) as first from suppressions
    where ${about(topic)} and lifted_at is null group by value
  ) against on against.value = said.value
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
  total: number
  subscribed: number
  /** null where the page is empty */
  id: string | null
  value: string
  name: string
  source: string
  status: SubscriberState
  consented_at: string
  active_at: string
}

async function page(ctx: Ctx, filter: SubscriberFilter, limit: number, start: number) {
  const { rows } = await ctx.db.execute<Row>(sql`
    with every as materialized (select * from ${allSubscribers(NEWSLETTER)}),
      shown as (select * from every where ${matching(filter)} order by ${sorts[filter.sort]} limit ${limit} offset ${start})
    select counted.*, shown.*, greatest(said_at, (
      select max(m.sent_at) from messages m where m.recipient = shown.value and m.purpose = 'marketing' and m.topic = ${NEWSLETTER}
    )) as active_at
    from (
      select count(*) filter (where ${matching(filter)})::int as total,
        count(*) filter (where status = 'subscribed')::int as subscribed
      from every
    ) counted left join shown on true
    order by ${sorts[filter.sort]}`)
  const { total, subscribed } = rows[0]!
  const items = rows
    .filter(row => row.id !== null)
    .map(
      ({ id, value, name, source, status, consented_at, active_at }): Subscriber => ({
        id: id!,
        email: value,
        name,
        source,
        status,
        consentedAt: new Date(consented_at),
        lastActivityAt: new Date(active_at),
      }),
    )
  return { items, total, subscribed }
}

export async function list(ctx: Ctx, { cursor, limit, ...filter }: SubscriberList) {
  const start = pageStart(cursor, 1_000_000)
  const { items, total, subscribed } = await page(ctx, filter, limit, start)
  const next = start + items.length
  return { items, nextCursor: next < total && items.length > 0 ? String(next) : null, total, subscribed }
}

export async function exportCsv(ctx: Ctx, filter: SubscriberFilter) {
  const { items } = await page(ctx, filter, 1_000_000, 0)
  const head = ['Email', 'Name', 'Source', 'Consented at', 'Status', 'Last activity']
  return {
    csv: csvFile(
      head,
      items.map(row => [row.email, row.name, row.source, row.consentedAt, row.status, row.lastActivityAt]),
    ),
  }
}

async function addressOf(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db.select({ value: consents.value }).from(consents).where(eq(consents.id, id))
  return found(row, 'Subscriber').value
}

/** By staff, for someone who asked in words: by phone, in person, in a mail. */
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
