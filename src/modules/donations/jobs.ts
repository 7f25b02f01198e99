import { conversationFiled } from '#conversations/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { paymentChanged } from '#payments/events.ts'
import { accountsWithEndedCampaigns, completeEndedCampaigns } from './campaigns/service.ts'
import {
  accountsWithGivers,
  addMissedGiverReminders,
  applyGiftToCare,
  emitGiftArrived,
  onRecurringStopped,
} from './care/service.ts'
import { giftChanged, giftRecorded, recurringEnded, recurringFailed } from './events.ts'
import { onGiftPaymentChanged } from './giving/service.ts'
import { runGiftImport } from './imports/service.ts'
import { importGifts } from './imports/tasks.ts'
import { accountsWithDueSums, publishSums } from './published/service.ts'
import {
  accountsWithRecurringGifts,
  chargeRecurringGift,
  enqueueDueCharges,
  onRecurringPaymentChanged,
} from './recurring/service/charges.ts'
import { chargeRecurring } from './recurring/tasks.ts'
import { accountsWithCampaignTotals, verifyCampaignTotals } from './service/campaign-totals.ts'
import { MODULE } from './service/ledger-entries.ts'
import { recordGiftOnTimeline } from './service/timeline.ts'
import { onTextGiftPaymentChanged, onTextReceived } from './text-to-give/service.ts'

const seesGifts = { rights: ['giving'] } as const

export const recorded = on(giftRecorded, 'donations.remember', recordGiftOnTimeline, seesGifts)
export const changed = on(giftChanged, 'donations.remember-change', recordGiftOnTimeline, seesGifts)
/** Also reminds those who care for people, whose rows ask for a right of their own. */
const reminds = { rights: ['giving', 'pastoral'] } as const
export const followed = on(giftRecorded, 'donations.follow', applyGiftToCare, reminds)
export const followedChange = on(giftChanged, 'donations.follow-change', applyGiftToCare, reminds)
export const arrived = on(giftRecorded, 'donations.arrived', emitGiftArrived, seesGifts)
export const stopped = on(recurringEnded, 'donations.stopped', onRecurringStopped, reminds)
export const failing = on(recurringFailed, 'donations.failing', onRecurringStopped, reminds)
export const missing = every('40 4 * * *', 'donations.missed', addMissedGiverReminders, accountsWithGivers, reminds)
/** Every quarter of an hour, as there are zones whose days begin at one. */
export const completing = every(
  '*/15 * * * *',
  'donations.complete',
  completeEndedCampaigns,
  accountsWithEndedCampaigns,
)
/** At the beginning of each church's own day. */
export const publishing = every(
  '2,17,32,47 * * * *',
  'donations.publish',
  ctx => publishSums(ctx),
  accountsWithDueSums,
  seesGifts,
)
/** A difference fails the job, which the operator's queues show. */
export const proving = every(
  '20 4 * * *',
  'donations.prove',
  verifyCampaignTotals,
  accountsWithCampaignTotals,
  seesGifts,
)

/** What a payment makes of its gift. */
export const paid = on(
  paymentChanged,
  'donations.paid',
  async (ctx, { paymentId, module, refId }) => {
    if (module !== MODULE) return
    await onGiftPaymentChanged(ctx, paymentId, refId)
    await onTextGiftPaymentChanged(ctx, paymentId, refId)
    await onRecurringPaymentChanged(ctx, paymentId, refId)
  },
  seesGifts,
)

/** A text such as "$50 missions". A thread may be confidential; giving by text does not depend on who may read it. */
export const texted = on(conversationFiled, 'donations.text', onTextReceived, { rights: ['giving', 'pastoral'] })

export const importing = task(importGifts, (ctx, { id }, { signal }) => runGiftImport(ctx, id, signal), {
  rights: ['giving', 'pastoral'],
})

/** Every quarter of an hour, as each church's day begins at its own time. */
export const recurringDue = every(
  '7,22,37,52 * * * *',
  'donations.recurring',
  enqueueDueCharges,
  accountsWithRecurringGifts,
  seesGifts,
)
export const recurringCharge = task(chargeRecurring, (ctx, { id }) => chargeRecurringGift(ctx, id), seesGifts)
