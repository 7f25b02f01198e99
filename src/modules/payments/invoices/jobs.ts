import { every, on } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { paymentChanged } from '../events.ts'
import { accountsWithLateInvoices, chargeLateFees } from './service/fees.ts'
import { accountsDueReminders, sendDueReminders, stopRemindersOnReply } from './service/invoice-emails.ts'
import { onPaymentChanged } from './service/payments.ts'

const rights = ['giving'] as const

export const paid = on(paymentChanged, 'invoices.paid', onPaymentChanged, { rights })

/** Both look every hour for churches where the hour has come. */
export const lateFees = every('12 * * * *', 'invoices.late-fees', chargeLateFees, accountsWithLateInvoices, { rights })
export const reminders = every('14 * * * *', 'invoices.reminders', sendDueReminders, accountsDueReminders, { rights })

/** An answer may be filed where only those who care for people read it. */
export const replied = on(
  messageReceived,
  'invoices.replied',
  async (ctx, { messageId, automatic }) => {
    if (!automatic) await stopRemindersOnReply(ctx, messageId)
  },
  { rights: ['giving', 'pastoral'] },
)
