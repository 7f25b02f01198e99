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
import { followPayment, refundCanceled } from './paying/service.ts'
import { readReply } from './replies/service.ts'
import { extendSeries, whoseSeriesEnd } from './series/service.ts'
import { followUpOn } from './service/follow-up.ts'
import { lapsePending, whoseRequestsLapse } from './service/lapse.ts'
import { sendDue, whoseAreDue } from './service/reminders.ts'
import { remembers } from './service/timeline.ts'
import { followUp } from './tasks.ts'

/** What is confidential about an appointment is for its guest to read, and nobody else. */
const rights = ['pastoral'] as const

export const told = task(followUp, (ctx, work) => ctx.tx(tx => followUpOn(tx, work)), { rights })

export const reminders = every('* * * * *', 'calendar.reminders', async ctx => void (await sendDue(ctx)), whoseAreDue, {
  rights,
})

export const lapse = every('*/10 * * * *', 'calendar.lapse', lapsePending, whoseRequestsLapse, { rights })

export const replied = on(
  messageReceived,
  'calendar.replied',
  async (ctx, { messageId, automatic }) => {
    if (!automatic) await readReply(ctx, messageId)
  },
  { rights },
)

/** What is paid is booked; what was canceled goes back where the type says so. */
const payingRights = ['pastoral', 'giving'] as const
export const paid = on(paymentChanged, 'calendar.paid', followPayment, { rights: payingRights })
export const refunded = on(
  appointmentCancelled,
  'calendar.refund',
  (ctx, { appointmentId }) => refundCanceled(ctx, appointmentId),
  { rights: payingRights },
)

export const extend = every('17 4 * * *', 'calendar.extend-series', extendSeries, whoseSeriesEnd)

export const booked = on(appointmentBooked, 'calendar.remember-booked', remembers('appointment.booked'))
export const seated = on(seatTaken, 'calendar.remember-seat', remembers('appointment.booked'))
export const cancelled = on(appointmentCancelled, 'calendar.remember-cancelled', remembers('appointment.cancelled'))
export const completed = on(appointmentCompleted, 'calendar.remember-completed', remembers('appointment.completed'))
export const missed = on(appointmentNoShow, 'calendar.remember-no-show', remembers('appointment.no_show'))
