import { z } from 'zod'
import { accountSuspended } from '#clients/events.ts'
import { conversationFiled } from '#conversations/events.ts'
import { fileSent } from '#conversations/items/service.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { batchMoved } from '#messaging/events.ts'
import { decide } from './campaigns/service/ab-test.ts'
import { finishCampaign, holdAtCap, startScheduled, writeBatch } from './campaigns/service/sending.ts'
import {
  accountsWithRunningCampaigns,
  checkRunningCampaigns,
  pauseFilteredCampaign,
} from './campaigns/service/spam-guard.ts'
import { pauseWhileSuspended } from './campaigns/service/suspension.ts'
import { seriesDue, smsScheduled, smsSplit, smsStarted, stepTextWritten } from './events.ts'
import { routeInboundText } from './keywords/service/inbound-routing.ts'
import { runSeries } from './series/service/series-runs.ts'

const One = z.object({ campaignId: z.uuid() })

/** Batch after batch in transactions of their own: a pause, a stop or a kill comes between two of them. */
export const writingBatch = task('sms.write', One, async (ctx, { campaignId }, { signal }) => {
  while (!signal.aborted) {
    const went = await ctx.tx(tx => writeBatch(tx, campaignId))
    if (went === 'barred') await ctx.tx(pauseWhileSuspended)
    if (went === 'capped') await ctx.tx(tx => holdAtCap(tx, campaignId))
    if (went !== 'more') break
  }
  await ctx.tx(tx => finishCampaign(tx, campaignId))
})

export const beginningCampaign = task('sms.begin', One, (ctx, { campaignId }) =>
  ctx.tx(tx => startScheduled(tx, campaignId)),
)

export const onSmsScheduled = on(smsScheduled, 'sms.scheduled', (ctx, { campaignId, at }) =>
  enqueue(ctx, beginningCampaign, { campaignId }, { after: new Date(at) }),
)

export const onSmsStarted = on(smsStarted, 'sms.started', (ctx, { campaignId, at }) =>
  enqueue(ctx, writingBatch, { campaignId }, at ? { after: new Date(at) } : {}),
)

/** The last message of a campaign ends it. */
export const onBatchMoved = on(batchMoved, 'sms.moved', async (ctx, { batchId }) => {
  await pauseFilteredCampaign(ctx, batchId)
  await finishCampaign(ctx, batchId)
})

export const checkingForFilters = every('*/2 * * * *', 'sms.look', checkRunningCampaigns, accountsWithRunningCampaigns)

export const choosingWinner = task('sms.decide', One, (ctx, { campaignId }) => ctx.tx(tx => decide(tx, campaignId)))

export const onSplitStarted = on(smsSplit, 'sms.split', (ctx, { campaignId, at }) =>
  enqueue(ctx, choosingWinner, { campaignId }, { after: new Date(at) }),
)

export const runOnce = task(
  'sms.run',
  z.object({ seriesId: z.uuid(), at: z.iso.datetime() }),
  (ctx, { seriesId, at }) => ctx.tx(tx => runSeries(tx, seriesId, new Date(at))),
)

export const onSeriesDue = on(seriesDue, 'sms.series', (ctx, { seriesId, at }) =>
  enqueue(ctx, runOnce, { seriesId, at }, { after: new Date(at) }),
)

/** A text that was no STOP, START or HELP may be an answer to a poll, or a keyword. */
export const onMessageReceived = on(conversationFiled, 'sms.received', routeInboundText, { rights: ['pastoral'] })

export const onAccountSuspended = on(accountSuspended, 'sms.barred', pauseWhileSuspended)

/** A thread may be confidential; filing does not depend on who may read it. */
export const stepFiled = on(
  stepTextWritten,
  'sms.step-filed',
  (ctx, { messageId }) => fileSent(ctx, { messageId, userId: null }),
  { rights: ['pastoral'] },
)
