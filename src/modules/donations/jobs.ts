import { conversationFiled } from '#conversations/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { paymentChanged } from '#payments/events.ts'
import { completeEnded, dueForCompletion } from './campaigns/service.ts'
import { findMissed, followGift, followStopped, tellWorkflows, withGivers } from './care/service.ts'
import { giftChanged, giftRecorded, recurringEnded, recurringFailed } from './events.ts'
import { followPayment } from './giving/service.ts'
import { run } from './imports/service.ts'
import { importGifts } from './imports/tasks.ts'
import { publishSums, whoseSums } from './published/service.ts'
import { chargeOne, followRecurring, lookForDue, whoseDue } from './recurring/service/charging.ts'
import { chargeRecurring } from './recurring/tasks.ts'
import { proveTotals, rememberGift, withCampaigns } from './service/keeping.ts'
import { MODULE } from './service/posting.ts'
import { followTextGift, hearText } from './text-to-give/service.ts'

const seesGifts = { rights: ['giving'] } as const

export const recorded = on(giftRecorded, 'donations.remember', rememberGift, seesGifts)
export const changed = on(giftChanged, 'donations.remember-change', rememberGift, seesGifts)
/** Also reminds those who care for people, whose rows ask for a right of their own. */
const reminds = { rights: ['giving', 'pastoral'] } as const
export const followed = on(giftRecorded, 'donations.follow', followGift, reminds)
export const followedChange = on(giftChanged, 'donations.follow-change', followGift, reminds)
export const arrived = on(giftRecorded, 'donations.arrived', tellWorkflows, seesGifts)
export const stopped = on(recurringEnded, 'donations.stopped', followStopped, reminds)
export const failing = on(recurringFailed, 'donations.failing', followStopped, reminds)
export const missing = every('40 4 * * *', 'donations.missed', findMissed, withGivers, reminds)
/** Every quarter of an hour, as there are zones whose days begin at one. */
export const completing = every('*/15 * * * *', 'donations.complete', completeEnded, dueForCompletion)
/** At the beginning of each church's own day. */
export const publishing = every(
  '2,17,32,47 * * * *',
  'donations.publish',
  ctx => publishSums(ctx),
  whoseSums,
  seesGifts,
)
/** A difference fails the job, which the operator's queues show. */
export const proving = every('20 4 * * *', 'donations.prove', proveTotals, withCampaigns, seesGifts)

/** What a payment makes of its gift. */
export const paid = on(
  paymentChanged,
  'donations.paid',
  async (ctx, { paymentId, module, refId }) => {
    if (module !== MODULE) return
    await followPayment(ctx, paymentId, refId)
    await followTextGift(ctx, paymentId, refId)
    await followRecurring(ctx, paymentId, refId)
  },
  seesGifts,
)

/** A text such as "$50 missions". A thread may be confidential; giving by text does not depend on who may read it. */
export const texted = on(conversationFiled, 'donations.text', hearText, { rights: ['giving', 'pastoral'] })

/** A server that is restarted again and again must not use up an import's tries. */
export const importing = task(importGifts, (ctx, { id }, { signal }) => run(ctx, id, signal), {
  ...{ rights: ['giving', 'pastoral'], retryLimit: 20, retryDelayMax: 60 },
})

/** Every quarter of an hour, as each church's day begins at its own time. */
export const recurringDue = every('7,22,37,52 * * * *', 'donations.recurring', lookForDue, whoseDue, seesGifts)
export const recurringCharge = task(chargeRecurring, (ctx, { id }) => chargeOne(ctx, id), seesGifts)
