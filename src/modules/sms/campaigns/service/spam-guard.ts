import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { holdBatch } from '#messaging/service/batches.ts'
import { notifyOfFilter } from '../../service/notices.ts'
import { smsCampaigns } from '../../tables.ts'

/**
 * From so many answers on, more than this share of 30007 (as Twilio numbers it: the phone company took it for spam)
 * stops a campaign: going on would spoil the number.
 */
const ENOUGH = 20
const MOST = 0.05

/** Stops a campaign that phone companies take for spam, and tells who answers for it; what was sent since it last began counts. */
export async function pauseFilteredCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  // Most campaigns have none: they are not held for this, nor counted.
  const { rows: some } = await ctx.db.execute<{ id: string }>(sql`select id from messages
    where client_id = ${ctx.client.id} and batch_id = ${campaignId} and error_code = '30007' limit 1`)
  if (some.length === 0) return
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('update')
  if (campaign?.state !== 'sending') return
  const since = (campaign.opensAt ?? campaign.startedAt)?.toISOString() ?? null
  const { rows } = await ctx.db.execute<{ settled: number; filtered: number }>(sql`
    select count(*) filter (where state in ('delivered', 'undelivered', 'failed'))::int as settled,
      count(*) filter (where error_code = '30007')::int as filtered
    from messages where batch_id = ${campaignId} and sent_at >= ${since}::timestamptz`)
  const { settled, filtered } = rows[0]!
  if (settled < ENOUGH || filtered / settled <= MOST) return
  await holdBatch(ctx, campaignId)
  const problem = `Phone companies flagged ${filtered} of ${settled === 1 ? '1 text' : `${settled} texts`} as spam. Change the text or register the number before you continue.`
  await ctx.db.update(smsCampaigns).set({ state: 'paused', problem }).where(eq(smsCampaigns.id, campaignId))
  await notifyOfFilter(ctx, campaign)
  announce(ctx, 'campaigns', campaignId)
}

const going = eq(smsCampaigns.state, 'sending')
export const accountsWithRunningCampaigns = () =>
  sql`select ${smsCampaigns.clientId} from ${smsCampaigns} where ${going}`

/** Answers of phone companies come late: whatever is on its way is looked at again. */
export async function checkRunningCampaigns(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.select({ id: smsCampaigns.id }).from(smsCampaigns).where(going)
  for (const { id } of rows) await pauseFilteredCampaign(ctx, id)
}
