import { recordReview } from '#campaigns/service/approval.ts'
import { approveCampaign as approve } from '#campaigns/service/lifecycle.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { SmsDecision } from '../contract.ts'
import { get } from '../service.ts'
import { sundayNow } from './approval-requests.ts'
import { smsKind } from './kind.ts'

/** The second person's approval: it begins, or waits for its time. */
export async function approveCampaign(ctx: Ctx, decision: SmsDecision) {
  await approve(ctx, smsKind, decision, async ({ mode, urgentReason }) => {
    if (mode === 'now' && !urgentReason && !decision.anyway && (await sundayNow(ctx)))
      throw new Failure('SUNDAY_MORNING')
  })
  return get(ctx, decision)
}

/** Their no, with what should be otherwise; changed, it is asked for again. */
export async function declineCampaign(ctx: Ctx, decision: SmsDecision) {
  await recordReview(ctx, smsKind, decision, false)
  return get(ctx, decision)
}
