import { every, on, task } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { paymentChanged } from '#payments/events.ts'
import {
  appointmentBooked,
  appointmentCancelled,
  appointmentCompleted,
  appointmentNoShow,
  seatTaken,
} from './events.ts'
import { onPaymentChanged, refundCanceled } from './paying/service.ts'
import { processReply } from './replies/service.ts'
import { accountsWithEndingSeries, extendSeries } from './series/service.ts'
import { accountsWithExpiredRequests, expireRequests } from './service/expired-requests.ts'
import { sendFollowUp } from './service/follow-up.ts'
import { accountsWithDueReminders, sendDueReminders } from './service/reminders.ts'
import { recordOnTimeline } from './service/timeline.ts'
import { followUp } from './tasks.ts'

/** What is confidential about an appointment is for its guest to read, and nobody else. */
const rights = ['pastoral'] as const

export const followUps = task(followUp, (ctx, work) => ctx.tx(tx => sendFollowUp(tx, work)), { rights })

export const reminders = every(
  '* * * * *',
  'calendar.reminders',
  async ctx => void (await sendDueReminders(ctx)),
  accountsWithDueReminders,
  {
    rights,
  },
)

export const expirePendingRequests = every(
  '*/10 * * * *',
  'calendar.lapse',
  expireRequests,
  accountsWithExpiredRequests,
  { rights },
)

export const reminderReplies = on(
  messageReceived,
  'calendar.replied',
  async (ctx, { messageId, automatic }) => {
    if (!automatic) await processReply(ctx, messageId)
  },
  { rights },
)

/** What is paid is booked; what was canceled goes back where the type says so. */
const payingRights = ['pastoral', 'giving'] as const
export const paid = on(paymentChanged, 'calendar.paid', onPaymentChanged, { rights: payingRights })
export const refunded = on(
  appointmentCancelled,
  'calendar.refund',
  (ctx, { appointmentId }) => refundCanceled(ctx, appointmentId),
  { rights: payingRights },
)

export const extend = every('17 4 * * *', 'calendar.extend-series', extendSeries, accountsWithEndingSeries)

export const booked = on(appointmentBooked, 'calendar.remember-booked', recordOnTimeline('appointment.booked'))
export const seated = on(seatTaken, 'calendar.remember-seat', recordOnTimeline('appointment.booked'))
export const cancelled = on(
  appointmentCancelled,
  'calendar.remember-cancelled',
  recordOnTimeline('appointment.cancelled'),
)
export const completed = on(
  appointmentCompleted,
  'calendar.remember-completed',
  recordOnTimeline('appointment.completed'),
)
export const missed = on(appointmentNoShow, 'calendar.remember-no-show', recordOnTimeline('appointment.no_show'))
