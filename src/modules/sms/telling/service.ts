import { and, inArray, isNull } from 'drizzle-orm'
import { members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import type { smsCampaigns } from '../tables.ts'

type Campaign = typeof smsCampaigns.$inferSelect

async function tell(ctx: Ctx, campaign: Campaign, type: string, title: string): Promise<void> {
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, ['owner', 'admin']), isNull(members.removedAt)))
  const news = { type, title, href: `/sms/${campaign.id}`, mail: true }
  await notify(
    ctx,
    rows.map(row => row.userId),
    { ...news, dedupeKey: `${type}:${campaign.id}:${campaign.updatedAt.getTime()}` },
  )
}

/** The month's cap has stopped a campaign: whoever answers for the account hears of it, once for each time it stops. */
export const tellOfCap = (ctx: Ctx, campaign: Campaign) =>
  tell(ctx, campaign, 'sms_cap', `“${campaign.name}” stands still: the month’s cap for texts is reached`)

/** The same where phone companies take it for spam. */
export const tellOfFilter = (ctx: Ctx, campaign: Campaign) =>
  tell(ctx, campaign, 'sms_filtered', `“${campaign.name}” stands still: phone companies take it for spam`)
