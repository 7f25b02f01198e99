import { z } from 'zod'
import { accountSuspended } from '#clients/events.ts'
import { consentGranted } from '#consent/events.ts'
import { enqueue, on, task } from '#kernel/jobs.ts'
import { batchMoved, messageReceived } from '#messaging/events.ts'
import { decide } from './campaigns/service/ab-test.ts'
import { finishCampaign, startScheduled, writeBatch } from './campaigns/service/sending.ts'
import { pauseWhileSuspended } from './campaigns/service/suspension.ts'
import { campaignScheduled, campaignStarted, campaignWaits, splitStarted } from './events.ts'
import { routeReply } from './service/reply-routing.ts'
import { askToResubscribe } from './unsubscribe/service/return.ts'

const One = z.object({ campaignId: z.uuid() })

/** Batch after batch in transactions of their own: a pause, a stop or a kill comes between two of them. */
export const writingBatch = task('email.write', One, async (ctx, { campaignId }, { signal }) => {
  while (!signal.aborted) {
    const went = await ctx.tx(tx => writeBatch(tx, campaignId))
    if (went === 'barred') await ctx.tx(pauseWhileSuspended)
    if (went !== 'more') break
  }
  await ctx.tx(tx => finishCampaign(tx, campaignId))
})

export const beginningCampaign = task('email.begin', One, (ctx, { campaignId }) =>
  ctx.tx(tx => startScheduled(tx, campaignId)),
)

export const onCampaignScheduled = on(campaignScheduled, 'email.scheduled', (ctx, { campaignId, at }) =>
  enqueue(ctx, beginningCampaign, { campaignId }, { after: new Date(at) }),
)

export const onCampaignStarted = on(campaignStarted, 'email.started', (ctx, { campaignId }) =>
  enqueue(ctx, writingBatch, { campaignId }),
)

/** The day's share is used up: it goes on with the next one's. */
export const onCampaignWaits = on(campaignWaits, 'email.waits', (ctx, { campaignId, at }) =>
  enqueue(ctx, writingBatch, { campaignId }, { after: new Date(at) }),
)

export const choosingWinner = task('email.decide', One, (ctx, { campaignId }) => ctx.tx(tx => decide(tx, campaignId)))

export const onSplitStarted = on(splitStarted, 'email.split', (ctx, { campaignId, at }) =>
  enqueue(ctx, choosingWinner, { campaignId }, { after: new Date(at) }),
)

export const returned = on(consentGranted, 'email.returned', (ctx, { consentId }) => askToResubscribe(ctx, consentId))

/** What someone answers to a campaign finds who is to read it. */
export const routingReplies = on(messageReceived, 'email.answered', routeReply, { rights: ['pastoral'] })

/** The last message of a campaign ends it. */
export const onBatchMoved = on(batchMoved, 'email.moved', (ctx, { batchId }) => finishCampaign(ctx, batchId))

export const onAccountSuspended = on(accountSuspended, 'email.barred', pauseWhileSuspended)
