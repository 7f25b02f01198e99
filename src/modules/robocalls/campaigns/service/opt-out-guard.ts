import { and, eq } from 'drizzle-orm'
import { OPT_OUT_ALARM } from '#call-rules/rules/defaults.ts'
import { changeCampaign, holdRow } from '#campaigns/service/rows.ts'
import { writeNextBatch } from '#campaigns/service/starting.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announceIfDone, holdBatch } from '#messaging/service/batches.ts'
import { robocallAttempts, robocallRecipients } from '../../tables.ts'
import { robocallKind } from './kind.ts'

/** One call is over: the next has room, and the campaign may be at its end or in need of a person's look. */
export async function afterCall(ctx: Ctx, { campaignId }: { campaignId: string }): Promise<void> {
  await pauseOnOptOuts(ctx, campaignId)
  const waiting = await ctx.db.$count(
    robocallRecipients,
    and(eq(robocallRecipients.campaignId, campaignId), eq(robocallRecipients.state, 'waiting')),
  )
  if (waiting > 0) await writeNextBatch(ctx, campaignId)
  else await announceIfDone(ctx, campaignId)
}

/** Many who want no more such calls say that something is wrong with them: a person looks before it goes on. */
async function pauseOnOptOuts(ctx: Ctx, campaignId: string): Promise<void> {
  const heard = await ctx.db.$count(
    robocallAttempts,
    and(eq(robocallAttempts.campaignId, campaignId), eq(robocallAttempts.result, 'human')),
  )
  if (heard < OPT_OUT_ALARM.from) return
  const stopped = await ctx.db.$count(
    robocallRecipients,
    and(eq(robocallRecipients.campaignId, campaignId), eq(robocallRecipients.optedOut, true)),
  )
  if (stopped / heard <= OPT_OUT_ALARM.share) return
  const campaign = await holdRow(ctx, robocallKind, campaignId)
  // Someone looked and let it go on.
  if (campaign?.state !== 'sending' || campaign.optOutsSeen >= stopped) return
  await holdBatch(ctx, campaignId)
  const problem = `Paused: many asked not to be called again (${stopped} of the ${heard} who answered). Resume it if the message is right.`
  const paused = await changeCampaign(ctx, robocallKind, campaignId, { state: 'paused', problem, optOutsSeen: stopped })
  await robocallKind.onStopped?.(ctx, paused)
}
