import { eq } from 'drizzle-orm'
import { writeNextBatch } from '#campaigns/service/starting.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { settleMessage } from '#messaging/delivery/service/state.ts'
import { robocallEnded } from '../events.ts'
import { type CallResult, retriedResults } from '../rules/states.ts'
import { robocallAttempts, robocallCampaigns, robocallRecipients } from '../tables.ts'

type Attempt = typeof robocallAttempts.$inferSelect

/** What was heard of a call; absent: nothing new. */
export interface CallNews {
  callSid?: string | undefined
  carrierState?: string | undefined
  answeredBy?: string | undefined
  said?: string | null
  /** Seconds. */
  duration?: number | undefined
  /** Millionths of a unit. */
  price?: number | undefined
  currency?: string | undefined
}

const over: ReadonlySet<string> = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled'])

/** What became of a call, by everything that is known of it: the same in whatever order it was heard. */
export function resultOf({
  carrierState,
  answeredBy,
}: Pick<Attempt, 'carrierState' | 'answeredBy'>): CallResult | null {
  if (!carrierState || !over.has(carrierState)) return null
  if (carrierState === 'busy') return 'busy'
  if (carrierState === 'no-answer') return 'no_answer'
  if (carrierState === 'failed' || carrierState === 'canceled') return 'failed'
  if (answeredBy === 'fax') return 'fax'
  return answeredBy?.startsWith('machine') ? 'voicemail' : 'human'
}

/** Writes what was heard; from its end on only what completes it. */
export async function recordCall(ctx: Ctx, call: Attempt, news: CallNews): Promise<void> {
  // The end is the end: a ring that was delayed on its way changes nothing.
  const carrierState = call.carrierState && over.has(call.carrierState) ? call.carrierState : news.carrierState
  const after: Attempt = {
    ...call,
    callSid: call.callSid ?? news.callSid ?? null,
    carrierState: carrierState ?? call.carrierState,
    answeredBy: news.answeredBy ?? call.answeredBy,
    said: call.said ?? news.said ?? null,
    duration: news.duration ?? call.duration,
    price: news.price ?? call.price,
    currency: news.currency ?? call.currency,
    answeredAt: call.answeredAt ?? (news.answeredBy ? clock.now() : null),
  }
  await settleCall(ctx, after, {})
}

/** Writes a call as it stands now; at its end its message, its recipient and its campaign learn of it. */
export async function settleCall(ctx: Ctx, known: Attempt, change: { carrierState?: string }): Promise<void> {
  const call = { ...known, carrierState: change.carrierState ?? known.carrierState }
  const result = resultOf(call)
  const isNew = result !== null && call.endedAt === null
  const { callSid, carrierState, answeredBy, said, duration, price, currency, answeredAt } = call
  await ctx.db
    .update(robocallAttempts)
    .set({
      callSid,
      carrierState,
      answeredBy,
      answeredAt,
      said,
      duration,
      price,
      currency,
      result,
      endedAt: isNew ? clock.now() : call.endedAt,
    })
    .where(eq(robocallAttempts.id, call.id))
  if (call.campaignId) announce(ctx, 'campaigns', call.campaignId)
  if (!result) return
  await tellMessage(ctx, call, result)
  await tellRecipient(ctx, call, result, isNew)
}

async function tellMessage(ctx: Ctx, { messageId, price, currency, callSid }: Attempt, result: CallResult) {
  const isHeard = result === 'human' || result === 'voicemail'
  await settleMessage(ctx, messageId, {
    state: isHeard ? 'delivered' : result === 'failed' ? 'failed' : 'undelivered',
    ...(callSid && { providerId: callSid }),
    problem: null,
    errorCode: null,
    ...(price && { price, currency }),
  })
}

/** The last try counts. One that is worth another gets it, if the campaign has one left. */
async function tellRecipient(ctx: Ctx, call: Attempt, result: CallResult, isNew: boolean): Promise<void> {
  if (!call.campaignId || !call.recipientId) return
  const [recipient] = await ctx.db
    .select()
    .from(robocallRecipients)
    .where(eq(robocallRecipients.id, call.recipientId))
    .for('update')
  if (recipient?.messageId !== call.messageId) return
  const [campaign] = await ctx.db.select().from(robocallCampaigns).where(eq(robocallCampaigns.id, call.campaignId))
  const isGoing = campaign?.state === 'sending' || campaign?.state === 'paused'
  const again = isNew && isGoing && retriedResults.has(result) && call.attempt <= campaign.retries
  const dueAt = again ? new Date(clock.ms() + minutes(campaign.retryGap)) : null
  await ctx.db
    .update(robocallRecipients)
    .set({ result, ...(dueAt && { state: 'waiting' as const, dueAt }) })
    .where(eq(robocallRecipients.id, recipient.id))
  if (!isNew) return
  if (dueAt) await writeNextBatch(ctx, call.campaignId, dueAt)
  await emit(ctx, robocallEnded, { campaignId: call.campaignId, messageId: call.messageId })
}
