import { inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { SendDecision, SendRequest } from '#messaging/send-policy/rules/decide.ts'
import { toPolicy } from '../../compliance/service/policy.ts'
import { decideCall } from '../../rules/decide.ts'
import { campaignOfKey } from '../../rules/keys.ts'
import { robocallCampaigns } from '../../tables.ts'
import { knownCalls } from './facts.ts'

/** Calls of one campaign share their purpose; what belongs to none is a test to a member's own phone. */
export async function judgeCalls(ctx: Ctx, asked: readonly SendRequest[]): Promise<SendDecision[]> {
  const byCampaign = Map.groupBy(asked, one => campaignOfKey(one.dedupeKey ?? '') ?? '')
  const ids = [...byCampaign.keys()].filter(Boolean)
  const campaigns =
    ids.length === 0
      ? []
      : await ctx.db
          .select({ id: robocallCampaigns.id, purpose: robocallCampaigns.purpose, topic: robocallCampaigns.topic })
          .from(robocallCampaigns)
          .where(inArray(robocallCampaigns.id, ids))
  const verdicts = new Map<SendRequest, SendDecision>()
  for (const [id, group] of byCampaign) {
    const campaign = campaigns.find(one => one.id === id)
    if (!campaign) continue
    const known = await knownCalls(ctx, campaign, [...new Set(group.map(one => one.recipient))])
    const policy = toPolicy(known.compliance)
    for (const one of group) verdicts.set(one, decideCall(campaign.purpose, policy, known.factsOf(one.recipient)))
  }
  // A test call is asked for by whoever picks it up.
  return asked.map(one => verdicts.get(one) ?? { go: 'send' })
}
