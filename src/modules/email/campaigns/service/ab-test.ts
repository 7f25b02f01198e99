import { eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { campaignStarted } from '../../events.ts'
import { arms, type Side } from '../../rules/states.ts'
import { verdictOf } from '../../rules/winner.ts'
import { emailCampaigns } from '../../tables.ts'

type Counted = Side & Record<string, unknown>

/** What became of each version among those who were to tell which is better; no machine is counted. */
export async function sidesOf(ctx: Ctx, campaignId: string): Promise<Side[]> {
  const { rows } = await ctx.db.execute<Counted>(sql`
    select r.arm, count(m.id)::int as sent,
      count(m.id) filter (where exists (select from email_events e
        where e.recipient_id = r.id and e.kind = 'open' and e.machine is null))::int as opened,
      count(m.id) filter (where exists (select from email_events e
        where e.recipient_id = r.id and e.kind = 'click' and e.machine is null))::int as clicked
    from email_recipients r
    left join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state in ('sent', 'delivered')
    where r.campaign_id = ${campaignId} and r.arm is not null group by r.arm order by r.arm`)
  return arms.map(arm => rows.find(row => row.arm === arm) ?? { arm, sent: 0, opened: 0, clicked: 0 })
}

/** At the time that was set: names a winner or none, and lets the rest go. Said twice, it is done once. */
export async function decide(ctx: Ctx, campaignId: string): Promise<void> {
  const [campaign] = await ctx.db.select().from(emailCampaigns).where(eq(emailCampaigns.id, campaignId)).for('update')
  if (!campaign?.split || campaign.decidedAt || campaign.state === 'cancelled') return
  const [a, b] = (await sidesOf(ctx, campaignId)) as [Side, Side]
  const { winner } = verdictOf({ a, b })
  const rest = winner ?? campaign.split.otherwise
  await ctx.db.execute(sql`
    update email_recipients set arm = ${rest} where campaign_id = ${campaignId} and state = 'waiting' and arm is null`)
  await ctx.db
    .update(emailCampaigns)
    .set({ decidedAt: clock.now(), winner, sides: [a, b] })
    .where(eq(emailCampaigns.id, campaignId))
  if (campaign.state === 'sending') await emit(ctx, campaignStarted, { campaignId })
  announce(ctx, 'campaigns', campaignId)
}
