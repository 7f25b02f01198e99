import { on } from '#kernel/jobs.ts'
import { paymentChanged } from '#payments/events.ts'
import { planSubscriptionChanged } from '#payments/subscriptions/events.ts'
import { onOrderPaymentChanged, onSubscriptionChanged } from './service/orders.ts'

const rights = ['giving'] as const

/** What is paid is booked, and opens or closes courses. */
export const paid = on(paymentChanged, 'membership.paid', onOrderPaymentChanged, { rights })
/** A subscription is paid, past due or over. */
export const subscribed = on(planSubscriptionChanged, 'membership.subscribed', onSubscriptionChanged, { rights })
