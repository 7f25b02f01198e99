import { z } from 'zod'
import { accountBarred } from '#clients/events.ts'
import { consentGranted } from '#consent/events.ts'
import { enqueue, on, task } from '#kernel/jobs.ts'
import { batchMoved, messageReceived } from '#messaging/events.ts'
import { decide } from './campaigns/service/ab-test.ts'
import { finish, startScheduled, writeSome } from './campaigns/service/sending.ts'
import { pauseWhileBarred } from './campaigns/service/suspension.ts'
import { campaignScheduled, campaignStarted, campaignWaits, splitStarted } from './events.ts'
import { routeAnswer } from './service/reply-routing.ts'
import { askWhoLeft } from './unsubscribe/service/return.ts'

const One = z.object({ campaignId: z.uuid() })

/** Batch after batch in transactions of their own: a pause, a stop or a kill comes between two of them. */
export const write = task('email.write', One, async (ctx, { campaignId }, { signal }) => {
  while (!signal.aborted) {
    const went = await ctx.tx(tx => writeSome(tx, campaignId))
    if (went === 'barred') await ctx.tx(pauseWhileBarred)
    if (went !== 'more') break
  }
  await ctx.tx(tx => finish(tx, campaignId))
})

export const begin = task('email.begin', One, (ctx, { campaignId }) => ctx.tx(tx => startScheduled(tx, campaignId)))

export const scheduled = on(campaignScheduled, 'email.scheduled', (ctx, { campaignId, at }) =>
  enqueue(ctx, begin, { campaignId }, { after: new Date(at) }),
)

export const started = on(campaignStarted, 'email.started', (ctx, { campaignId }) =>
  enqueue(ctx, write, { campaignId }),
)

/** The day's share is used up: it goes on with the next one's. */
export const waits = on(campaignWaits, 'email.waits', (ctx, { campaignId, at }) =>
  enqueue(ctx, write, { campaignId }, { after: new Date(at) }),
)

export const hold = task('email.decide', One, (ctx, { campaignId }) => ctx.tx(tx => decide(tx, campaignId)))

export const split = on(splitStarted, 'email.split', (ctx, { campaignId, at }) =>
  enqueue(ctx, hold, { campaignId }, { after: new Date(at) }),
)

export const returned = on(consentGranted, 'email.returned', (ctx, { consentId }) => askWhoLeft(ctx, consentId))

/** What someone answers to a campaign finds who is to read it. */
export const answered = on(messageReceived, 'email.answered', routeAnswer, { rights: ['pastoral'] })

/** The last message of a campaign ends it. */
export const moved = on(batchMoved, 'email.moved', (ctx, { batchId }) => finish(ctx, batchId))

export const barred = on(accountBarred, 'email.barred', pauseWhileBarred)
