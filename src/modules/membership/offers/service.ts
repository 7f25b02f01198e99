import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { courseGrants } from '#courses/enrollments/tables.ts'
import { knownCourses } from '#courses/service/list.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { invoiceCurrencies } from '#payments/invoices/rules/terms.ts'
import { leastPrice } from '#payments/plans/rules.ts'
import { create as createPlan, get as planOf, update as updatePlan } from '#payments/plans/service.ts'
import { segmentSql } from '#people/segments/service.ts'
import { segments } from '#people/segments/tables.ts'
import { groups, tags } from '#people/tables.ts'
import { isPaid, isPlan, plainCode, priceText } from '../rules/offers.ts'
import { listSiteCourses, readSiteRow as siteOf } from '../service.ts'
import { membershipOffers, membershipOrders } from '../tables.ts'
import type { NewOffer, Offer, OfferChange } from './contract.ts'

export type OfferRecord = typeof membershipOffers.$inferSelect
const TOPIC = 'membership'

const membersSql = sql<number>`(select count(distinct g.person_id)::int from course_grants g where g.client_id = membership_offers.client_id
  and (g.source = membership_offers.id::text or g.source in (select o.id::text from membership_orders o
    where o.client_id = membership_offers.client_id and o.offer_id = membership_offers.id)))`

const toOffer = (ctx: Ctx, row: OfferRecord, members: number): Offer => ({
  ...row,
  members,
  price: priceText(row, ctx.client.locale),
})

export async function list(ctx: Ctx, { siteId }: { siteId: string }) {
  await siteOf(ctx, siteId)
  const rows = await ctx.db
    .select({ offer: membershipOffers, members: membersSql })
    .from(membershipOffers)
    .where(eq(membershipOffers.siteId, siteId))
    .orderBy(asc(membershipOffers.position), asc(membershipOffers.id))
    .limit(200)
  return { items: rows.map(({ offer, members }) => toOffer(ctx, offer, members)) }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Offer> {
  const [row] = await ctx.db
    .select({ offer: membershipOffers, members: membersSql })
    .from(membershipOffers)
    .where(eq(membershipOffers.id, id))
  const { offer, members } = found(row, 'Offer')
  return toOffer(ctx, offer, members)
}

export async function readOfferRow(ctx: Ctx, id: string): Promise<OfferRecord> {
  const [row] = await ctx.db.select().from(membershipOffers).where(eq(membershipOffers.id, id))
  return found(row, 'Offer')
}

export const listSiteOffers = (ctx: Ctx, siteId: string): Promise<OfferRecord[]> =>
  ctx.db
    .select()
    .from(membershipOffers)
    .where(and(eq(membershipOffers.siteId, siteId), eq(membershipOffers.isOn, true)))
    .orderBy(asc(membershipOffers.position), asc(membershipOffers.id))

/** The courses that an offer opens: those it names, or every one of its site. */
export async function listOfferCourses(ctx: Ctx, offer: OfferRecord): Promise<string[]> {
  if (offer.courseIds.length > 0) return [...(await knownCourses(ctx, offer.courseIds))]
  return (await listSiteCourses(ctx, offer.siteId)).map(({ id }) => id)
}

type Values = Omit<NewOffer, 'siteId'>
const whole = (offer: Values) => ({
  name: offer.name,
  description: offer.description ?? '',
  kind: offer.kind,
  amount: offer.amount ?? 0,
  interval: offer.interval ?? null,
  times: offer.times ?? null,
  code: plainCode(offer.code ?? ''),
  audience: offer.audience ?? null,
  audienceId: offer.audienceId ?? null,
  accessDays: offer.accessDays ?? null,
  courseIds: offer.courseIds ?? [],
  isOn: offer.isOn ?? true,
})

export async function create(ctx: Ctx, { siteId, ...input }: NewOffer): Promise<Offer> {
  await siteOf(ctx, siteId)
  const offer = whole(input)
  await requireValid(ctx, offer)
  const { currency } = ctx.client
  const planId = isPlan(offer.kind) ? await planFor(ctx, offer) : null
  const position = await ctx.db.$count(membershipOffers, eq(membershipOffers.siteId, siteId))
  const [row] = await ctx.db
    .insert(membershipOffers)
    .values({ ...offer, siteId, currency, planId, position })
    .returning({ id: membershipOffers.id })
  announce(ctx, TOPIC, siteId)
  return get(ctx, { id: row!.id })
}

type Whole = ReturnType<typeof whole>

async function requireValid(ctx: Ctx, offer: Whole): Promise<void> {
  const { kind, amount, code, audience, audienceId, courseIds } = offer
  if (isPaid(kind)) {
    if (!reachOf(ctx, 'payments.write') && ctx.actor.type === 'member')
      throw new Failure('FORBIDDEN', 'Prices are set by people who may change payments.')
    const least = leastPrice(ctx.client.currency)
    if (kind !== 'choose' && amount < least)
      throw invalid(
        'amount',
        `At least ${formatMoney({ amount: least, currency: ctx.client.currency }, ctx.client.locale)}`,
      )
  }
  if (isPlan(kind) && !offer.interval) throw invalid('interval', 'Please choose how often it is paid')
  if (kind === 'installments' && !offer.times) throw invalid('times', 'Please enter how many payments')
  if (kind === 'code' && code.length < 4) throw invalid('code', 'Please enter a code of at least 4 characters')
  if ((await knownCourses(ctx, courseIds)).size < new Set(courseIds).size)
    throw invalid('courseIds', 'One of these courses no longer exists')
  if (kind === 'audience' && (!audience || !audienceId)) throw invalid('audienceId', 'Please choose who gets in')
  if (audience && audienceId) await requireAudience(ctx, audience, audienceId)
}

async function requireAudience(ctx: Ctx, audience: NonNullable<Whole['audience']>, id: string): Promise<void> {
  const table = { group: groups, tag: tags, segment: segments }[audience]
  const [row] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id))
  if (!row) throw invalid('audienceId', `This ${audience} no longer exists`)
}

/** People who get in by a group, tag or segment, as a condition on the table `people`. */
export async function audienceSql(ctx: Ctx, { audience, audienceId }: OfferRecord): Promise<SQL> {
  if (audience === 'group')
    return sql`people.id in (select m.person_id from group_members m where m.client_id = people.client_id and m.group_id = ${audienceId})`
  if (audience === 'tag')
    return sql`people.id in (select t.person_id from person_tags t where t.client_id = people.client_id and t.tag_id = ${audienceId})`
  return audienceId ? segmentSql(ctx, audienceId) : sql`false`
}

async function planFor(ctx: Ctx, { name, description, amount, interval, times, kind }: Whole): Promise<string> {
  const currency = invoiceCurrencies.find(one => one === ctx.client.currency)
  if (!currency) throw invalid('amount', `Plans can’t be sold in ${ctx.client.currency}`)
  const plan = await createPlan(ctx, {
    name: name.slice(0, 80),
    description: description.slice(0, 500),
    amount,
    interval: interval!,
    currency,
    trialDays: 0,
    features: [],
    isPopular: false,
    state: 'active',
    gateways: null,
    times: kind === 'installments' ? times : null,
  })
  return plan.id
}

export async function update(ctx: Ctx, { id, version, ...changes }: OfferChange): Promise<Offer> {
  const before = await readOfferRow(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  const after = whole({ ...before, ...changes })
  await requireValid(ctx, after)
  if (before.planId && (changes.times ?? before.times) !== before.times)
    throw invalid('times', 'The number of payments can’t be changed. Make another offer')
  const [row] = await ctx.db
    .update(membershipOffers)
    .set({ ...changes, code: after.code, version: version + 1 })
    .where(and(eq(membershipOffers.id, id), eq(membershipOffers.version, version)))
    .returning({ id: membershipOffers.id })
  if (!row) throw new Failure('CONFLICT')
  if (before.planId) await followPlan(ctx, before.planId, after)
  announce(ctx, TOPIC, before.siteId)
  return get(ctx, { id })
}

/** People who subscribed keep their price. */
async function followPlan(ctx: Ctx, planId: string, { name, amount, interval, isOn }: Whole): Promise<void> {
  const { version } = await planOf(ctx, { id: planId })
  await updatePlan(ctx, {
    id: planId,
    version,
    name: name.slice(0, 80),
    amount,
    interval: interval!,
    state: isOn ? ('active' as const) : ('inactive' as const),
    existing: 'keep' as const,
    confirmed: true,
  })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const { siteId } = await readOfferRow(ctx, id)
  const used =
    (await ctx.db.$count(membershipOrders, eq(membershipOrders.offerId, id))) +
    (await ctx.db.$count(courseGrants, and(eq(courseGrants.source, id), isNull(courseGrants.revokedAt))))
  if (used > 0) throw new Failure('CONFLICT', 'People came by this offer. You can switch it off instead.')
  await ctx.db.delete(membershipOffers).where(eq(membershipOffers.id, id))
  announce(ctx, TOPIC, siteId)
  return {}
}
