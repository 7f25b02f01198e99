import { sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { ruleFor } from '../../receipts/rules/receipt-rules.ts'
import { readIssuance } from '../../receipts/service/settings.ts'
import { donorKeyColumn, receiptableInPeriod } from '../../receipts/service.ts'
import { isGap } from '../../rules/statement-gaps.ts'
import { gifts } from '../../tables.ts'
import type { Preflight } from '../contract.ts'

interface Asked {
  from: string
  to: string
  scope: 'person' | 'household'
}
type Example = Preflight['items'][number]['examples'][number]
const EXAMPLES = 10

interface Counted {
  donors: number
  gifts: number
  currencies: string[]
  without_address: { id: string; name: string }[]
  without_email: { id: string; name: string }[]
  unreceipted: number
}

/** Donors and their gifts, each read once. */
async function countDonors(ctx: Ctx, { from, to, scope }: Asked): Promise<Counted> {
  const least = ruleFor(ctx.client.country, to).acknowledgeFrom
  const { rows } = await ctx.db.execute<Record<keyof Counted, unknown>>(sql`
    with given as (select ${gifts.id}, ${gifts.personId}, ${donorKeyColumn(scope)} as key, ${gifts.currency},
        ${least !== null ? sql`${gifts.total} - ${gifts.refunded} >= ${least}` : sql`false`} and not exists (select from giving_receipts r
          where r.client_id = ${gifts.clientId} and r.status = 'issued' and r.gift_ids @> array[${gifts.id}]) as unreceipted
      from ${gifts} where ${receiptableInPeriod(ctx, { from, to, scope })}),
    donors as (select p.id, p.name, p.email, exists (select from addresses a where a.client_id = p.client_id and a.person_id = p.id
        and a.street <> '') as has_address
      from people p where p.id in (select person_id from given))
    select (select count(distinct key) from given)::int as donors, (select count(*) from given)::int as gifts,
      (select coalesce(array_agg(distinct currency), '{}') from given) as currencies,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from donors where not has_address) as without_address,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from donors where email is null) as without_email,
      (select count(*) from given where unreceipted)::int as unreceipted`)
  return rows[0] as unknown as Counted
}

/** What a church fixes before it sends statements, with links to each. */
export async function preflight(ctx: Ctx, asked: Asked): Promise<Preflight> {
  const { from, to } = asked
  const counted = await countDonors(ctx, asked)
  const { rows } = await ctx.db.execute<{ reversed: number; unassigned: number; issued: number; outdated: number }>(sql`
    select (select count(*) from gifts where received_on between ${from} and ${to} and (status in ('reversed', 'disputed', 'refunded') or refunded > 0))::int as reversed,
      (select count(*) from gifts where received_on between ${from} and ${to} and person_id is null and gift_counts(status) and total > refunded)::int as unassigned,
      (select count(*) from giving_receipts where kind = 'statement' and status = 'issued' and period_from = ${from} and period_to = ${to})::int as issued,
      (select count(*) from giving_receipts where status = 'issued' and outdated_at is not null)::int as outdated`)
  const { reversed, unassigned, issued, outdated } = rows[0]!
  const { missing } = await readIssuance(ctx)
  const people = (list: Counted['without_email']): Example[] =>
    list.slice(0, EXAMPLES).map(({ id, name }) => ({ label: name, href: `/people/${id}` }))
  const item = (
    check: Preflight['items'][number]['check'],
    count: number,
    more: { examples?: Example[]; href?: string } = {},
  ) =>
    count > 0
      ? [
          {
            check,
            count,
            blocks: check === 'charity',
            asks: isGap(check),
            href: '/donations?tab=donors',
            examples: [],
            ...more,
          },
        ]
      : []
  const charity = Object.values(missing).map(label => ({ label, href: '/donations/receipt-settings' }))
  return {
    donors: counted.donors,
    gifts: counted.gifts,
    currencies: counted.currencies,
    issued,
    blocked: charity.length > 0,
    items: [
      ...item('charity', charity.length, { examples: charity, href: '/donations/receipt-settings' }),
      ...item('open', to >= localDay(clock.now(), ctx.client.timeZone) ? 1 : 0, { href: '/donations/statements' }),
      ...item('address', counted.without_address.length, {
        examples: people(counted.without_address),
        href: '/people',
      }),
      ...item('email', counted.without_email.length, { examples: people(counted.without_email), href: '/people' }),
      ...item('unreceipted', counted.unreceipted),
      ...item('reversed', reversed, { href: '/donations?tab=donors&status=refunded' }),
      ...item('unassigned', unassigned),
      ...item('currencies', counted.currencies.length > 1 ? counted.currencies.length : 0),
      ...item('outdated', outdated, { href: '/donations/statements' }),
    ],
  }
}
