import { accountSuspended } from '#clients/events.ts'
import { clock, minutes } from '#kernel/clock.ts'
import { enqueue, on, task } from '#kernel/jobs.ts'
import { batchMoved } from '#messaging/events.ts'
import { campaignKinds, kindOf } from './service/kinds.ts'
import { comparisonDue, decideSplit, pauseWhileSuspended, stopCampaign } from './service/lifecycle.ts'
import { finishCampaign, writeBatch } from './service/sending.ts'
import { startScheduled } from './service/starting.ts'
import * as tasks from './tasks.ts'

/** Batch after batch in transactions of their own: a pause, a stop or a kill comes between two of them. */
export const writing = task(tasks.writeCampaign, async (ctx, { campaignId }, { signal }) => {
  const kind = await ctx.tx(tx => kindOf(tx, campaignId))
  if (!kind) return
  while (!signal.aborted) {
    const result = await ctx.tx(async tx => {
      const result = await writeBatch(tx, kind, campaignId)
      if (result.next === 'later') await enqueue(tx, tasks.writeCampaign, { campaignId }, { after: result.at })
      return result
    })
    if (result.next === 'suspended') await ctx.tx(tx => pauseWhileSuspended(tx, campaignKinds()))
    if (result.next === 'stop') await ctx.tx(tx => stopCampaign(tx, kind, campaignId, result.problem))
    if (result.next !== 'more') break
  }
  await ctx.tx(tx => finishCampaign(tx, kind, campaignId))
})

export const starting = task(tasks.startCampaign, (ctx, { campaignId }) =>
  ctx.tx(async tx => {
    const kind = await kindOf(tx, campaignId)
    const later = kind && (await startScheduled(tx, kind, campaignId))
    if (later) await enqueue(tx, tasks.startCampaign, { campaignId }, { after: later })
  }),
)

export const comparing = task(tasks.compareVersions, (ctx, { campaignId }) =>
  ctx.tx(async tx => {
    const kind = await kindOf(tx, campaignId)
    const due = kind && (await comparisonDue(tx, kind, campaignId))
    if (!due) return
    // Two machines' clocks differ by less than a minute.
    if (due.getTime() > clock.ms() + minutes(1))
      await enqueue(tx, tasks.compareVersions, { campaignId }, { after: due })
    else await decideSplit(tx, kind, campaignId)
  }),
)

/** The last message of a campaign ends it. */
export const onBatchMoved = on(
  batchMoved,
  'campaigns.moved',
  async (ctx, { batchId }) => {
    const kind = await kindOf(ctx, batchId)
    if (!kind) return
    await kind.onBatchMoved?.(ctx, batchId)
    await finishCampaign(ctx, kind, batchId)
  },
  { formerly: ['sms.moved', 'email.moved'] },
)

export const onAccountSuspended = on(
  accountSuspended,
  'campaigns.suspended',
  ctx => pauseWhileSuspended(ctx, campaignKinds()),
  { formerly: ['sms.barred', 'email.barred'] },
)
