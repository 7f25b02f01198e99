import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { textLost } from '#messaging/events.ts'
import { rememberCall } from './calls/service/call-timeline.ts'
import { tellMissed } from './calls/service/missed-call-alerts.ts'
import { dropAtCarrier, fetchRecording, forgetOld } from './calls/service/recordings.ts'
import { poll, quietCalls, SILENCE, whoseAreGoing } from './calls/service.ts'
import { callEnded, callStarted, noticeStored } from './events.ts'
import { check, finishPurchases, list, whoseAreBuying } from './numbers/service.ts'
import { dropRecording, getMedia, getRecording } from './tasks.ts'
import { tellLost } from './texts/service/lost-text-alerts.ts'
import { fetchMedia } from './texts/service/media.ts'
import { handle, handleAgain, whoseFailed } from './webhooks/service.ts'

const One = z.object({ id: z.uuid() })

/** Texts and calls come in, and are followed, no matter who may read their threads. */
const rights = ['pastoral'] as const

export const noticed = on(noticeStored, 'telephony.notice', handle, { rights })
/** What failed is tried again; what nobody heard of is asked for. */
export const mending = every(
  '*/5 * * * *',
  'telephony.mend',
  async ctx => {
    await handleAgain(ctx)
    await enqueue(ctx, purchases, {})
    for (const one of await quietCalls(ctx)) await enqueue(ctx, polling, one)
  },
  now => sql`${whoseFailed(now)} union ${whoseAreGoing()} union ${whoseAreBuying()}`,
  { rights },
)
export const purchases = task('telephony.purchases', z.object({}), ctx => finishPurchases(ctx))

export const fetchingRecording = task(getRecording, (ctx, { id }, { last }) => fetchRecording(ctx, id, last))
export const dropping = task(dropRecording, dropAtCarrier)
export const forgetting = every('41 3 * * *', 'telephony.forget', forgetOld)

export const fetchingMedia = task(getMedia, fetchMedia, { rights })

/** Someone may have changed the addresses at the carrier: they are read once a day. */
export const checking = task('telephony.check-hooks', z.object({}), async ctx => void (await check(ctx)))
export const checkDaily = every('17 6 * * *', 'telephony.check-daily', async ctx => {
  if ((await list(ctx)).items.length > 0) await enqueue(ctx, checking, {})
})

/** Where no notice comes, the carrier is asked after a while. */
export const polling = task('telephony.poll-call', One, (ctx, { id }) => poll(ctx, id), { rights })
export const started = on(callStarted, 'telephony.call-started', (ctx, one) =>
  enqueue(ctx, polling, one, { after: SILENCE }),
)

export const ended = on(callEnded, 'telephony.remember-call', rememberCall, { rights })
export const missed = on(callEnded, 'telephony.missed-call', tellMissed, { rights })
export const lost = on(textLost, 'telephony.text-lost', tellLost, { rights })
