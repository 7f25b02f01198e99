import { z } from 'zod'
import { conversationFiled } from '#conversations/events.ts'
import { fileSent } from '#conversations/items/service.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { accountsWithRunningCampaigns, checkRunningCampaigns } from './campaigns/service/spam-guard.ts'
import { seriesDue, stepTextWritten } from './events.ts'
import { routeInboundText } from './keywords/service/inbound-routing.ts'
import { runSeries } from './series/service/series-runs.ts'

export const checkingForFilters = every('*/2 * * * *', 'sms.look', checkRunningCampaigns, accountsWithRunningCampaigns)

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

/** A thread may be confidential; filing does not depend on who may read it. */
export const stepFiled = on(
  stepTextWritten,
  'sms.step-filed',
  (ctx, { messageId }) => fileSent(ctx, { messageId, userId: null }),
  { rights: ['pastoral'] },
)
