import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { pledgeFulfilled } from '../../events.ts'
import { pledgedTotal } from '../../rules/pledge-totals.ts'
import { giftLines, gifts, pledges } from '../../tables.ts'

/** What those who pledged gave for it in its time. */
export const amountGiven = sql<number>`(select coalesce(sum(l.amount - l.refunded), 0) from ${giftLines} l
  join ${gifts} g on g.client_id = l.client_id and g.id = l.gift_id
  where l.client_id = ${pledges}.client_id and l.counts and g.currency = ${pledges}.currency
    and (g.person_id = ${pledges}.person_id or g.household_id = ${pledges}.household_id)
    and (${pledges}.campaign_id is null or l.campaign_id = ${pledges}.campaign_id)
    and (${pledges}.fund_id is null or l.fund_id = ${pledges}.fund_id)
    and g.received_on >= ${pledges}.start_date and (${pledges}.end_date is null or g.received_on <= ${pledges}.end_date))`.mapWith(
  Number,
)

/** Without an end what is pledged grows by the day: nothing can fulfill it for good. */
const hasSum = or(eq(pledges.frequency, 'once'), isNotNull(pledges.endDate))

/**
 * Pledges of the giver or their household that are fulfilled now; each is announced once.
 * @param quiet old news: remembered, and not announced
 */
export async function fulfillPledges(
  ctx: Ctx,
  { personId, householdId, receivedOn }: { personId: string; householdId: string | null; receivedOn: string },
  quiet: boolean,
): Promise<void> {
  const whose = or(eq(pledges.personId, personId), householdId ? eq(pledges.householdId, householdId) : undefined)
  const open = and(whose, hasSum, isNull(pledges.fulfilledAt), isNull(pledges.canceledAt))
  const rows = await ctx.db
    .select({ id: pledges.id })
    .from(pledges)
    .where(and(open, lte(pledges.startDate, receivedOn)))
    .orderBy(pledges.id)
    .for('update')
  for (const { id } of rows) {
    const who = await markPledgeFulfilled(ctx, id)
    if (who && !quiet)
      await emit(ctx, pledgeFulfilled, { pledgeId: id, personId: who.personId ?? personId, at: clock.now() })
  }
}

/** @returns whose it is, where it was not fulfilled before and is now */
export async function markPledgeFulfilled(ctx: Ctx, id: string): Promise<{ personId: string | null } | undefined> {
  const [row] = await ctx.db
    .select({ pledge: pledges, given: amountGiven })
    .from(pledges)
    .where(and(eq(pledges.id, id), hasSum, isNull(pledges.fulfilledAt)))
  const total = row ? pledgedTotal(row.pledge, row.pledge.startDate) : 0
  if (!row || total === 0 || row.given < total) return
  await ctx.db.update(pledges).set({ fulfilledAt: clock.now() }).where(eq(pledges.id, id))
  announce(ctx, 'gifts', id)
  return row.pledge
}
