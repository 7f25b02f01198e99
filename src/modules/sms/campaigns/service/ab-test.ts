import { eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { smsStarted } from '../../events.ts'
import { type Side, versions, winnerOf } from '../../rules/split.ts'
import { smsCampaigns } from '../../tables.ts'
import { hasClicked, hasOptedOut, hasReplied, joined } from './progress.ts'

/** Puts so many percent into two halves by lot; the rest waits until it is known which version it gets. */
export const draw = (ctx: Ctx, campaignId: string, share: number) =>
  ctx.db.execute(sql`
    update sms_recipients r set arm = case when o.n % 2 = 0 then 'a' else 'b' end
    from (
      select id, row_number() over (order by md5(id::text), id) as n, count(*) over () as total
      from sms_recipients where campaign_id = ${campaignId} and state = 'waiting'
    ) o where o.id = r.id and o.n <= ceil(o.total * ${share} / 100.0)`)

/** What became of each version among those who were to tell which is better, by campaign; no machine is counted. */
export async function sidesOf(ctx: Ctx, ids: string[]): Promise<(campaignId: string) => [Side, Side]> {
  const left = sql`m.state in ('sent', 'delivered')`
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await ctx.db.execute<Side & { id: string }>(sql`
    select r.campaign_id as id, r.arm, count(*) filter (where ${left})::int as sent,
      count(*) filter (where ${left} and ${hasClicked})::int as clicked,
      count(*) filter (where ${left} and ${hasReplied} and not ${hasOptedOut})::int as answered
    from ${joined} where r.campaign_id = any(${sql.param(ids)}::uuid[]) and r.arm is not null group by r.campaign_id, r.arm`)
  return campaignId =>
    versions.map(arm => {
      const { id: _, ...side } = rows.find(row => row.id === campaignId && row.arm === arm) ?? {
        ...{ id: campaignId, arm, sent: 0, clicked: 0, answered: 0 },
      }
      return side
    }) as [Side, Side]
}

/** At the time that was set: names a winner or none, and lets the rest go. Said twice, it is done once. */
export async function decide(ctx: Ctx, campaignId: string): Promise<void> {
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('update')
  if (!campaign?.split || campaign.decidedSplitAt || campaign.state === 'cancelled') return
  const sides = (await sidesOf(ctx, [campaignId]))(campaignId)
  const winner = winnerOf(sides, campaign.split.by)
  await ctx.db.execute(sql`
    update sms_recipients set arm = ${winner ?? campaign.split.otherwise}
    where campaign_id = ${campaignId} and state = 'waiting' and arm is null`)
  await ctx.db
    .update(smsCampaigns)
    .set({ decidedSplitAt: clock.now(), winner, sides })
    .where(eq(smsCampaigns.id, campaignId))
  if (campaign.state === 'sending') await emit(ctx, smsStarted, { campaignId })
  announce(ctx, 'campaigns', campaignId)
}
