import { every, on, task } from '#kernel/jobs.ts'
import { paymentChanged } from '../events.ts'
import { chargeOne, lookForDue, whoseDue } from './service/charging.ts'
import { followPayment } from './service/following.ts'
import { chargeSubscription } from './tasks.ts'

const seesPayments = { rights: ['giving'] } as const

export const paid = on(paymentChanged, 'plan-subscriptions.paid', followPayment, seesPayments)
/** Every quarter of an hour, as each account's day begins at its own time. */
export const due = every('9,24,39,54 * * * *', 'plan-subscriptions.due', lookForDue, whoseDue, seesPayments)
export const charge = task(chargeSubscription, (ctx, { id }) => chargeOne(ctx, id), seesPayments)
