import { z } from 'zod'
import { accountBarred } from '#clients/events.ts'
import { conversationFiled } from '#conversations/events.ts'
import { fileSent } from '#conversations/items/service.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { batchMoved } from '#messaging/events.ts'
import { decide } from './campaigns/service/ab-test.ts'
import { finish, holdAtCap, startScheduled, writeSome } from './campaigns/service/sending.ts'
import { lookAtAll, stopWhereFiltered, whoseAreGoing } from './campaigns/service/spam-guard.ts'
import { pauseWhileBarred } from './campaigns/service/suspension.ts'
import { seriesDue, smsScheduled, smsSplit, smsStarted, stepTextWritten } from './events.ts'
import { hear } from './keywords/service/inbound-routing.ts'
import { run } from './series/service/series-runs.ts'

const One = z.object({ campaignId: z.uuid() })

/** Batch after batch in transactions of their own: a pause, a stop or a kill comes between two of them. */
export const write = task('sms.write', One, async (ctx, { campaignId }, { signal }) => {
  while (!signal.aborted) {
    const went = await ctx.tx(tx => writeSome(tx, campaignId))
    if (went === 'barred') await ctx.tx(pauseWhileBarred)
    if (went === 'capped') await ctx.tx(tx => holdAtCap(tx, campaignId))
    if (went !== 'more') break
  }
  await ctx.tx(tx => finish(tx, campaignId))
})

export const begin = task('sms.begin', One, (ctx, { campaignId }) => ctx.tx(tx => startScheduled(tx, campaignId)))

export const scheduled = on(smsScheduled, 'sms.scheduled', (ctx, { campaignId, at }) =>
  enqueue(ctx, begin, { campaignId }, { after: new Date(at) }),
)

export const started = on(smsStarted, 'sms.started', (ctx, { campaignId, at }) =>
  enqueue(ctx, write, { campaignId }, at ? { after: new Date(at) } : {}),
)

/** The last message of a campaign ends it. */
export const moved = on(batchMoved, 'sms.moved', async (ctx, { batchId }) => {
  await stopWhereFiltered(ctx, batchId)
  await finish(ctx, batchId)
})

export const lookedAt = every('*/2 * * * *', 'sms.look', lookAtAll, whoseAreGoing)

export const hold = task('sms.decide', One, (ctx, { campaignId }) => ctx.tx(tx => decide(tx, campaignId)))

export const split = on(smsSplit, 'sms.split', (ctx, { campaignId, at }) =>
  enqueue(ctx, hold, { campaignId }, { after: new Date(at) }),
)

export const runOnce = task(
  'sms.run',
  z.object({ seriesId: z.uuid(), at: z.iso.datetime() }),
  (ctx, { seriesId, at }) => ctx.tx(tx => run(tx, seriesId, new Date(at))),
)

export const due = on(seriesDue, 'sms.series', (ctx, { seriesId, at }) =>
  enqueue(ctx, runOnce, { seriesId, at }, { after: new Date(at) }),
)

/** A text that was no STOP, START or HELP may be an answer to a poll, or a keyword. */
export const received = on(conversationFiled, 'sms.received', hear, { rights: ['pastoral'] })

export const barred = on(accountBarred, 'sms.barred', pauseWhileBarred)

/** A thread may be confidential; filing does not depend on who may read it. */
export const stepFiled = on(
  stepTextWritten,
  'sms.step-filed',
  (ctx, { messageId }) => fileSent(ctx, { messageId, userId: null }),
  { rights: ['pastoral'] },
)
