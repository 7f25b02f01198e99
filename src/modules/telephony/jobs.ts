import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { crisisPaged } from '#crisis/events.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { textLost } from '#messaging/events.ts'
import { addCallToTimeline } from './calls/service/call-timeline.ts'
import { alertMissedCall } from './calls/service/missed-call-alerts.ts'
import { ringPage } from './calls/service/on-call.ts'
import { deleteExpiredRecordings, deleteRecordingAtCarrier, fetchRecording } from './calls/service/recordings.ts'
import { accountsWithOpenCalls, listSilentCalls, poll, SILENCE } from './calls/service.ts'
import { callEnded, callStarted, webhookStored } from './events.ts'
import { accountsWithOpenPurchases, check, finishPurchases, list } from './numbers/service.ts'
import { deleteRecordingLater, fetchMediaLater, fetchRecordingLater, ringOnCall } from './tasks.ts'
import { alertLostText } from './texts/service/lost-text-alerts.ts'
import { fetchMedia } from './texts/service/media.ts'
import { accountsWithFailedWebhooks, handleWebhook, retryFailedWebhooks } from './webhooks/service.ts'

const One = z.object({ id: z.uuid() })

/** Texts and calls come in, and are followed, no matter who may read their threads. */
const rights = ['pastoral'] as const

export const onWebhookStored = on(webhookStored, 'telephony.notice', handleWebhook, { rights })
/** What failed is tried again; what nobody heard of is asked for. */
export const retryWebhooks = every(
  '*/5 * * * *',
  'telephony.mend',
  async ctx => {
    await retryFailedWebhooks(ctx)
    await enqueue(ctx, purchases, {})
    for (const one of await listSilentCalls(ctx)) await enqueue(ctx, polling, one)
  },
  now => sql`${accountsWithFailedWebhooks(now)} union ${accountsWithOpenCalls()} union ${accountsWithOpenPurchases()}`,
  { rights },
)
export const purchases = task('telephony.purchases', z.object({}), ctx => finishPurchases(ctx))

export const fetchingRecording = task(fetchRecordingLater, (ctx, { id }, { last }) => fetchRecording(ctx, id, last))
export const deletingRecording = task(deleteRecordingLater, deleteRecordingAtCarrier)
export const deletingExpired = every('41 3 * * *', 'telephony.forget', deleteExpiredRecordings)

export const fetchingMedia = task(fetchMediaLater, fetchMedia, { rights })

/** Someone may have changed the addresses at the carrier: they are read once a day. */
export const checking = task('telephony.check-hooks', z.object({}), async ctx => void (await check(ctx)))
export const checkDaily = every('17 6 * * *', 'telephony.check-daily', async ctx => {
  if ((await list(ctx)).items.length > 0) await enqueue(ctx, checking, {})
})

/** Where no notice comes, the carrier is asked after a while. */
export const polling = task('telephony.poll-call', One, (ctx, { id }) => poll(ctx, id), { rights })
export const onCallStarted = on(callStarted, 'telephony.call-started', (ctx, one) =>
  enqueue(ctx, polling, one, { after: SILENCE }),
)

export const onCallEnded = on(callEnded, 'telephony.remember-call', addCallToTimeline, { rights })
export const onCallMissed = on(callEnded, 'telephony.missed-call', alertMissedCall, { rights })
export const onTextLost = on(textLost, 'telephony.text-lost', alertLostText, { rights })

/** The people on call are rung up beside the text. */
export const onCrisisPaged = on(crisisPaged, 'telephony.paged', (ctx, { pageId, phone, isTest }) =>
  enqueue(ctx, ringOnCall, { pageId, phone, isTest }),
)
export const ringing = task(ringOnCall, ringPage)
