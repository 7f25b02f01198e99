import { eq, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import type { Ctx } from '#kernel/ctx.ts'
import { addToTimeline, removeFromTimeline } from '#people/notes/service.ts'
import { countedStatuses } from '../rules/states.ts'
import { campaignTotals, gifts } from '../tables.ts'

/**
 * "Gave a gift" on the timeline of the person, without an amount, for those with `giving.read` alone: beside a sum, the day would
 * tell the amount. Nothing of a gift that is anonymous, and nothing any more of one that was voided.
 */
export async function rememberGift(ctx: Ctx, { giftId }: { giftId: string }): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId)).for('share')
  if (!gift?.personId) return
  const { personId, receivedOn, createdBy, anonymousPublic, status } = gift
  const sourceKey = `gift:${giftId}`
  await removeFromTimeline(ctx, [personId], sourceKey)
  if (anonymousPublic || !countedStatuses.includes(status)) return
  const noon = DateTime.fromISO(`${receivedOn}T12:00`, { zone: ctx.client.timeZone }).toJSDate()
  const at = noon < gift.createdAt ? noon : gift.createdAt
  await addToTimeline(ctx, [{ personId, at, type: 'gift.received', userId: createdBy, data: { giftId }, sourceKey }])
}

export const withCampaigns = (): SQL => sql`select distinct client_id from ${campaignTotals}`

/**
 * Adds up every line anew, and compares.
 * @throws Error where a campaign's total differs
 */
export async function proveTotals(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select c.id from giving_campaigns c
    left join giving_campaign_totals t on t.client_id = c.client_id and t.campaign_id = c.id
    left join (
      select campaign_id, sum(l.amount - l.refunded) as raised, count(distinct g.person_id) as donors, count(*) as lines
      from gift_lines l join gifts g on g.client_id = l.client_id and g.id = l.gift_id
      where gift_counts(g.status) and l.amount > l.refunded group by 1) s on s.campaign_id = c.id
    where (coalesce(t.raised, 0), coalesce(t.donors, 0), coalesce(t.lines, 0)) <> (coalesce(s.raised, 0), coalesce(s.donors, 0), coalesce(s.lines, 0))`)
  if (rows.length > 0)
    throw new Error(`totals of campaigns differ from their gifts: ${rows.map(({ id }) => id).join(', ')}`)
}
