import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { type MessageOutcome, send } from '#messaging/service.ts'
import { recordTextCosts, refuseOverCap } from '#sms/campaigns/service/sending.ts'
import type { ReviewRequest } from '../contract.ts'
import { EXPIRES_DAYS, FOLLOW_UP_DAYS } from '../rules/states.ts'
import { reviewRequestCampaigns, reviewRequests } from '../tables.ts'
import { readRequest } from './list.ts'
import { lockRequests } from './recipients.ts'
import { composeRequests, lockRequest, type RequestRow } from './sending.ts'

async function campaignOf(ctx: Ctx, { campaignId }: RequestRow) {
  const [row] = await ctx.db.select().from(reviewRequestCampaigns).where(eq(reviewRequestCampaigns.id, campaignId))
  return found(row, 'Campaign')
}

/** Sends it once more, with a new link. The caller holds the row and has looked at its state. */
async function sendAgain(
  ctx: Ctx,
  request: RequestRow,
): Promise<{ refused: string } | { refused: null; sent: MessageOutcome }> {
  const campaign = await campaignOf(ctx, request)
  const [message] = await composeRequests(ctx, campaign, [request])
  const isText = message!.channel === 'sms'
  const refused = isText ? await refuseOverCap(ctx, campaign, [message!]) : null
  if (refused) return { refused }
  const [sent] = await send(ctx, [message!])
  if (isText && sent!.state === 'queued') await recordTextCosts(ctx, [message!])
  if (sent!.state === 'queued')
    await ctx.db
      .update(reviewRequests)
      .set({ messageId: sent!.id!, sentCount: request.sentCount + 1, lastSentAt: clock.now() })
      .where(eq(reviewRequests.id, request.id))
  return { refused: null, sent: sent! }
}

/** At a member's wish. What the send policy refuses changes nothing, and says why. */
export async function resend(ctx: Ctx, { id }: { id: string }): Promise<ReviewRequest> {
  await lockRequests(ctx)
  const request = found(await lockRequest(ctx, id), 'Review request')
  const { resendProblem: problem } = await readRequest(ctx, id)
  if (problem) throw new Failure('NOT_SENT', problem)
  const outcome = await sendAgain(ctx, request)
  if (outcome.refused !== null) throw new Failure('NOT_SENT', outcome.refused)
  const { state, reason } = outcome.sent
  if (state === 'skipped') throw new Failure('NOT_SENT', `It was not sent: ${skipLabels[reason!].toLowerCase()}.`)
  return readRequest(ctx, id)
}

/** Of campaigns that ask once more: nobody has clicked for three days, and it was tried only once. */
const isDue = (now: Date) =>
  and(
    eq(reviewRequests.state, 'written'),
    eq(reviewRequests.sentCount, 1),
    isNull(reviewRequests.clickedAt),
    isNull(reviewRequests.reviewedAt),
    isNull(reviewRequests.followedUpAt),
    lte(reviewRequests.lastSentAt, new Date(now.getTime() - days(FOLLOW_UP_DAYS))),
    sql`${reviewRequests.lastSentAt} > ${new Date(now.getTime() - days(EXPIRES_DAYS)).toISOString()}::timestamptz`,
    sql`exists (select from review_request_campaigns c where c.client_id = review_requests.client_id
      and c.id = review_requests.campaign_id and c.follow_up and c.state in ('sending', 'sent'))`,
  )
const BATCH = 100

export const accountsWithDueFollowUps = (now: Date) =>
  sql`select distinct client_id as id from ${reviewRequests} where ${isDue(now)}`

/** Once each, whatever comes of it: someone who has opted out since, or is above the month's cap, is not tried again. */
export async function sendDueFollowUps(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select()
    .from(reviewRequests)
    .where(isDue(clock.now()))
    .orderBy(reviewRequests.id)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (due.length === 0) return
  await ctx.db
    .update(reviewRequests)
    .set({ followedUpAt: clock.now() })
    .where(
      inArray(
        reviewRequests.id,
        due.map(({ id }) => id),
      ),
    )
  for (const request of due) await sendAgain(ctx, request)
}
