import { every, on, task } from '#kernel/jobs.ts'
import { paymentChanged } from '../events.ts'
import { accountsWithDueSubscriptions, chargeDueSubscription, enqueueDueSubscriptions } from './service/charges.ts'
import { onPaymentChanged } from './service/payment-updates.ts'
import { chargeSubscription } from './tasks.ts'

const seesPayments = { rights: ['giving'] } as const

export const paid = on(paymentChanged, 'plan-subscriptions.paid', onPaymentChanged, seesPayments)
/** Every quarter of an hour, as each account's day begins at its own time. */
export const due = every(
  '9,24,39,54 * * * *',
  'plan-subscriptions.due',
  enqueueDueSubscriptions,
  accountsWithDueSubscriptions,
  seesPayments,
)
export const charge = task(chargeSubscription, (ctx, { id }) => chargeDueSubscription(ctx, id), seesPayments)
