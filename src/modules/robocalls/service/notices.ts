import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { notify } from '#notifications/service.ts'
import type { robocallCampaigns } from '../tables.ts'

type Campaign = typeof robocallCampaigns.$inferSelect

/** Everyone here who may start calls. */
export async function listCallers(ctx: Ctx): Promise<string[]> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  return team.filter(({ role }) => may(role, 'messaging.send')).map(({ userId }) => userId)
}

/** Members who may start calls are asked for their approval, except the one who requested it; once for each version. */
export async function notifyApprovers(ctx: Ctx, campaign: Campaign): Promise<void> {
  const { id, name, version, approvalRequestedBy, content } = campaign
  const others = (await listCallers(ctx)).filter(userId => userId !== approvalRequestedBy)
  await notify(ctx, others, {
    type: 'robocall_approval',
    title: `“${name}” needs your approval`,
    body: content,
    href: `/robocalls/${id}`,
    dedupeKey: `robocall_approval:${id}:${version}`,
  })
}

/** The member who asked is told the outcome. */
export async function notifyOfDecision(ctx: Ctx, campaign: Campaign, isApproved: boolean): Promise<void> {
  const { id, name, approvalRequestedBy, version, reviewNote } = campaign
  if (!approvalRequestedBy) return
  await notify(ctx, [approvalRequestedBy], {
    type: 'robocall_decided',
    title: `“${name}” is ${isApproved ? 'approved' : 'declined'}`,
    body: reviewNote,
    href: `/robocalls/${id}`,
    dedupeKey: `robocall_decided:${id}:${version}`,
  })
}

/** A campaign was paused by itself: those who may start calls hear why. */
export async function notifyOfStop(ctx: Ctx, campaign: Campaign): Promise<void> {
  await notify(ctx, await listCallers(ctx), {
    type: 'robocall_paused',
    title: `“${campaign.name}” is paused`,
    body: campaign.problem ?? '',
    href: `/robocalls/${campaign.id}`,
    dedupeKey: `robocall_paused:${campaign.id}:${campaign.updatedAt.getTime()}`,
  })
}
