import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveStripe } from './live.ts'
import { sandboxStripe } from './sandbox/service.ts'

export { BadSignature, Declined, InvalidRequest, Unknown, Unreachable } from './rules/errors.ts'

/** Amounts are minor units, currencies ISO 4217 in capitals, instants Dates; a `key` makes a repeated call harmless. */
export interface StripeProvider {
  name: 'stripe' | 'sandbox'
  /** Where staff of the operator see an object of the provider; null where there is no such page. */
  pageOf(id: string): string | null

  saveProduct(product: ProductInput): Promise<{ productId: string }>
  /** Never sold any more. */
  deleteProduct(productId: string, priceIds: string[]): Promise<void>
  createPrice(price: PriceInput): Promise<{ priceId: string }>
  setPriceActive(priceId: string, active: boolean): Promise<void>

  createCustomer(customer: CustomerInput): Promise<{ customerId: string }>
  updateCustomer(customerId: string, customer: { email?: string; name?: string }): Promise<void>
  customer(customerId: string): Promise<CustomerFacts>

  /** A trial without a card: at its end nothing is charged, the subscription pauses. */
  startTrial(trial: TrialInput): Promise<SubscriptionFacts>
  /** Older open pages of the same customer end, so that nobody pays twice. */
  checkout(input: CheckoutInput): Promise<{ id: string; url: string }>
  /** The subscription that a checkout led to, if it was completed. */
  checkoutResult(id: string): Promise<{ customerId: string; subscriptionId: string | null }>
  portal(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>

  subscription(id: string): Promise<SubscriptionFacts>
  subscriptionsOf(customerId: string): Promise<SubscriptionFacts[]>
  /** What a change to that price would cost now; negative is a credit. */
  previewChange(id: string, priceId: string): Promise<{ amount: number; currency: string }>
  /** now: the difference is charged by the day. period_end: from the next period. */
  changePrice(id: string, priceId: string, when: 'now' | 'period_end', key: string): Promise<void>
  cancel(id: string, when: 'now' | 'period_end'): Promise<void>
  /** Takes a cancellation back, or wakes a paused one. */
  resume(id: string): Promise<void>
  extendTrial(id: string, until: Date): Promise<void>
  /** Free of charge from now on, or no longer. */
  comp(id: string, free: boolean): Promise<void>

  invoice(id: string): Promise<InvoiceFacts>
  invoicesOf(subscriptionId: string): Promise<InvoiceFacts[]>
  /** Tries to collect what is owed; says whether it was paid. */
  collect(invoiceId: string): Promise<boolean>
  refund(invoiceId: string, amount: number, key: string): Promise<void>

  /** Does what comes due by itself; for the sandbox, which has no other clock. */
  tick(): Promise<void>
  /** Reads and proves a notice; throws BadSignature. Its object is fetched afresh by the code that handles it. */
  verifyWebhook(rawBody: string, signature: string): Promise<Notice>
}

export interface ProductInput {
  /** Ours; names the product at the provider too. */
  id: string
  productId: string | null
  name: string
  description: string
  active: boolean
  key: string
}
export interface PriceInput {
  productId: string
  unitAmount: number
  currency: string
  interval: 'month' | 'year'
  key: string
}
export interface CustomerInput {
  clientId: string
  email: string
  name: string
  key: string
}
export interface CustomerFacts {
  clientId: string | null
  /** brand and last four digits */
  card: string | null
  /** Milliseconds by which a test clock is ahead of the wall's. */
  clockShift: number
}
export interface TrialInput {
  customerId: string
  priceId: string
  days: number
  clientId: string
  userId: string | null
  key: string
}
export interface CheckoutInput {
  customerId: string
  priceId: string
  clientId: string
  userId: string | null
  /** What is left of a trial; the first payment is due then. */
  trialEnd: Date | null
  successUrl: string
  cancelUrl: string
}
export interface SubscriptionFacts {
  id: string
  customerId: string
  /** From what we wrote beside it. */
  clientId: string | null
  userId: string | null
  priceId: string
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused'
  cancelAtPeriodEnd: boolean
  currentPeriodStart: Date
  currentPeriodEnd: Date
  trialEnd: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  startedAt: Date
  nextPriceId: string | null
  /** Oldest invoice that is owed. */
  owedSince: Date | null
  comp: boolean
}
export interface InvoiceFacts {
  id: string
  subscriptionId: string | null
  number: string
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  amountDue: number
  amountPaid: number
  amountRefunded: number
  currency: string
  periodStart: Date
  periodEnd: Date
  issuedAt: Date
  url: string | null
}
export interface Notice {
  id: string
  /** customer.subscription.updated … as Stripe names them */
  type: string
  objectId: string
}

let active: StripeProvider | undefined

/** Stripe where STRIPE_SECRET_KEY is set, else the sandbox. */
export function stripe(): StripeProvider {
  active ??= guarded(env.stripeSecretKey ? liveStripe(env.stripeSecretKey, env.stripeWebhookSecret!) : sandboxStripe)
  return active
}

/** No call of these may hold a transaction open. */
const guarded = (provider: StripeProvider): StripeProvider =>
  Object.fromEntries(
    Object.entries(provider).map(([name, what]) => [
      name,
      typeof what !== 'function' || name === 'pageOf'
        ? what
        : (...args: unknown[]) => {
            assertOutsideTransaction('stripe')
            return (what as (...args: unknown[]) => unknown)(...args)
          },
    ]),
  ) as unknown as StripeProvider
