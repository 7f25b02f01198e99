import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { campaignTotals } from '../tables.ts'

export const accountsWithCampaignTotals = (): SQL => sql`select distinct client_id from ${campaignTotals}`

/**
 * Adds up every line anew, and compares.
 * @throws Error where a campaign's total differs
 */
export async function verifyCampaignTotals(ctx: Ctx): Promise<void> {
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
