import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { households, people } from '#people/tables.ts'
import { campaignById } from '../campaigns/service.ts'
import { fundById } from '../funds/service.ts'
import { pledgedTotal } from '../rules/pledge-totals.ts'
import { readDonor } from '../service/donor.ts'
import { campaigns, funds, pledges } from '../tables.ts'
import type { ChangedPledge, NewPledge, Pledge, PledgeFilter } from './contract.ts'
import { amountGiven, markPledgeFulfilled } from './service/fulfillment.ts'

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      pledge: pledges,
      person: people.name,
      household: households.name,
      fund: funds.name,
      campaign: campaigns.name,
      given: amountGiven,
    })
    .from(pledges)
    .leftJoin(people, and(eq(people.clientId, pledges.clientId), eq(people.id, pledges.personId)))
    .leftJoin(households, and(eq(households.clientId, pledges.clientId), eq(households.id, pledges.householdId)))
    .leftJoin(funds, and(eq(funds.clientId, pledges.clientId), eq(funds.id, pledges.fundId)))
    .leftJoin(campaigns, and(eq(campaigns.clientId, pledges.clientId), eq(campaigns.id, pledges.campaignId)))

type Selected = Awaited<ReturnType<typeof select>>[number]
function toPledge(ctx: Ctx, row: Selected): Pledge {
  const { id, personId, householdId, fundId, campaignId, currency, amount, frequency, startDate, endDate } = row.pledge
  const pledged = pledgedTotal(row.pledge, localDay(clock.now(), ctx.client.timeZone))
  return {
    id,
    personId,
    householdId,
    fundId,
    campaignId,
    currency,
    amount,
    frequency,
    startDate,
    endDate,
    pledged,
    note: row.pledge.note,
    canceledAt: row.pledge.canceledAt,
    version: row.pledge.version,
    donor: row.person ?? row.household ?? 'No name',
    fund: row.fund,
    campaign: row.campaign,
    given: row.given,
    fulfilled: row.given >= pledged && pledged > 0,
  }
}

export async function list(ctx: Ctx, { campaign, person, canceled, cursor, limit }: PledgeFilter) {
  const offset = pageStart(cursor, 100_000)
  const rows = await select(ctx)
    .where(
      and(
        canceled ? isNotNull(pledges.canceledAt) : isNull(pledges.canceledAt),
        campaign ? eq(pledges.campaignId, campaign) : undefined,
        person ? eq(pledges.personId, person) : undefined,
      ),
    )
    .orderBy(desc(pledges.startDate), desc(pledges.id))
    .limit(limit)
    .offset(offset)
  return {
    items: rows.map(row => toPledge(ctx, row)),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Pledge> {
  const [row] = await select(ctx).where(eq(pledges.id, id))
  return toPledge(ctx, found(row, 'Pledge'))
}

const endsBefore = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate !== null && endDate < startDate
const badEnd = () => invalid('endDate', 'Please choose an end date after the start date')

export async function create(ctx: Ctx, { currency: asked, ...input }: NewPledge): Promise<Pledge> {
  const { personId, householdId, fundId, campaignId } = input
  if (Boolean(personId) === Boolean(householdId)) throw invalid('personId', 'Please choose a person or a household')
  if (Boolean(fundId) === Boolean(campaignId)) throw invalid('campaignId', 'Please choose a campaign or a fund')
  if (endsBefore(input)) throw badEnd()
  if (personId) await readDonor(ctx, personId)
  if (householdId) {
    const [row] = await ctx.db.select({ id: households.id }).from(households).where(eq(households.id, householdId))
    found(row, 'Household')
  }
  if (fundId) await fundById(ctx, fundId)
  const currency = campaignId ? (await campaignById(ctx, campaignId)).currency : (asked ?? ctx.client.currency)
  const [row] = await ctx.db
    .insert(pledges)
    .values({ ...input, currency, createdBy: userOf(ctx), createdAt: clock.now() })
    .returning({ id: pledges.id })
  // Fulfilled already when it was recorded: no news.
  await markPledgeFulfilled(ctx, row!.id)
  announce(ctx, 'gifts', row!.id)
  return get(ctx, row!)
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedPledge): Promise<Pledge> {
  const before = await get(ctx, { id })
  if (Object.keys(changes).length === 0) return before
  if (endsBefore({ ...before, ...changes })) throw badEnd()
  const [row] = await ctx.db
    .update(pledges)
    // Other terms are another promise, which may be fulfilled again.
    .set({ ...changes, fulfilledAt: null, version: version + 1 })
    .where(and(eq(pledges.id, id), eq(pledges.version, version)))
    .returning({ id: pledges.id })
  if (!row) throw new Failure('CONFLICT')
  await markPledgeFulfilled(ctx, id)
  announce(ctx, 'gifts', id)
  return get(ctx, { id })
}

export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Pledge> {
  await ctx.db
    .update(pledges)
    .set({ canceledAt: clock.now() })
    .where(and(eq(pledges.id, id), isNull(pledges.canceledAt)))
  announce(ctx, 'gifts', id)
  return get(ctx, { id })
}
