import { and, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { notify } from '#notifications/service.ts'
import type { smsCampaigns } from '../tables.ts'

type Campaign = typeof smsCampaigns.$inferSelect

async function tell(ctx: Ctx, campaign: Campaign, type: string, title: string): Promise<void> {
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, ['owner', 'admin']), activeMember))
  const news = { type, title, href: `/sms/${campaign.id}`, mail: true }
  await notify(
    ctx,
    rows.map(row => row.userId),
    { ...news, dedupeKey: `${type}:${campaign.id}:${campaign.updatedAt.getTime()}` },
  )
}

/** Everyone here who may send texts. */
export async function listSenders(ctx: Ctx): Promise<string[]> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  return team.filter(({ role }) => may(role, 'messaging.send')).map(({ userId }) => userId)
}

/** Members who may send are asked for their approval, except the one who requested it; once for each state of the campaign. */
export async function notifyApprovers(
  ctx: Ctx,
  { id, name, version, approvalRequestedBy, body }: Campaign,
): Promise<void> {
  const others = (await listSenders(ctx)).filter(userId => userId !== approvalRequestedBy)
  await notify(ctx, others, {
    type: 'sms_approval',
    title: `“${name}” needs your approval`,
    body,
    href: `/sms/${id}`,
    dedupeKey: `sms_approval:${id}:${version}`,
  })
}

/** The member who asked is told the outcome. */
export async function notifyOfDecision(ctx: Ctx, campaign: Campaign, yes: boolean): Promise<void> {
  const { id, name, approvalRequestedBy, version, reviewNote } = campaign
  if (!approvalRequestedBy) return
  await notify(ctx, [approvalRequestedBy], {
    type: 'sms_decided',
    title: `“${name}” is ${yes ? 'approved' : 'declined'}`,
    body: reviewNote,
    href: `/sms/${id}`,
    dedupeKey: `sms_decided:${id}:${version}`,
  })
}

/** The month's cap has stopped a campaign: those who are responsible for the account are told, once for each time it stops. */
export const notifyOfCap = (ctx: Ctx, campaign: Campaign) =>
  tell(ctx, campaign, 'sms_cap', `“${campaign.name}” is paused: the monthly cap for texts is reached`)

/** The same where phone companies take it for spam. */
export const notifyOfFilter = (ctx: Ctx, campaign: Campaign) =>
  tell(ctx, campaign, 'sms_filtered', `“${campaign.name}” is paused: it is flagged as spam`)
