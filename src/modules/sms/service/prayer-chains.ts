import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import type { SmsCampaign } from '../campaigns/contract.ts'
import { smsKeywords } from '../tables.ts'

/** What can't wait goes to prayer chains alone: groups that a keyword for urgent messages leads to. */
export async function requirePrayerChain(
  ctx: Ctx,
  { urgentReason, audience }: Pick<SmsCampaign, 'urgentReason' | 'audience'>,
): Promise<void> {
  if (!urgentReason) return
  const { everybody, segments, tags, groups, people } = audience
  const chains = await ctx.db
    .selectDistinct({ groupId: smsKeywords.groupId })
    .from(smsKeywords)
    .where(and(inArray(smsKeywords.groupId, groups), eq(smsKeywords.urgent, true), isNull(smsKeywords.deletedAt)))
  const others = everybody || segments.length + tags.length + people.length > 0
  if (others || groups.length === 0 || chains.length < new Set(groups).size)
    throw invalid(
      'urgentReason',
      'You can only send urgent messages to a group that people join with a keyword for urgent messages. Choose one such group, and nothing else.',
    )
}
