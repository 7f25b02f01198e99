import { every, on } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { paymentChanged } from '../events.ts'
import { chargeLateFees, whoseAreLate } from './service/fees.ts'
import { hearOfPayment } from './service/payments.ts'
import { remind, stopOnReply, whoseAreReminded } from './service/sending.ts'

const rights = ['giving'] as const

export const paid = on(paymentChanged, 'invoices.paid', hearOfPayment, { rights })

/** Both look every hour for churches where the hour has come. */
export const lateFees = every('12 * * * *', 'invoices.late-fees', chargeLateFees, whoseAreLate, { rights })
export const reminders = every('14 * * * *', 'invoices.reminders', remind, whoseAreReminded, { rights })

/** An answer may be filed where only those who care for people read it. */
export const replied = on(
  messageReceived,
  'invoices.replied',
  async (ctx, { messageId, automatic }) => {
    if (!automatic) await stopOnReply(ctx, messageId)
  },
  { rights: ['giving', 'pastoral'] },
)
