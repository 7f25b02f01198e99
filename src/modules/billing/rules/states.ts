/** Of a subscription, as Stripe names them: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const subscriptionStates = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

export const invoiceStates = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const syncStates = ['pending', 'synced', 'sync_failed'] as const
export const eventStates = ['received', 'done', 'failed'] as const

/** It is over, or never began. */
export const isOver = (status: SubscriptionState) => status === 'canceled' || status === 'incomplete_expired'
