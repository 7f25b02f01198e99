import { z } from 'zod'
import { limitKeys } from '#entitlements/rules.ts'
import { external, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'
import { invoiceStates, subscriptionStates } from '../rules/states.ts'
import { intervals } from '../rules.ts'

const Price = z.object({
  id: Id,
  /** Minor units of `currency`. */
  unitAmount: z.number().int(),
  currency: z.string(),
  interval: z.enum(intervals),
  product: z.object({ name: z.string() }),
})

export const Subscription = z.object({
  id: Id,
  status: z.enum(subscriptionStates),
  price: Price,
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodStart: Instant,
  currentPeriodEnd: Instant,
  trialEnd: Instant.nullable(),
  endedAt: Instant.nullable(),
  pastDueSince: Instant.nullable(),
  /** A downgrade that takes effect with the next period. */
  nextPrice: Price.nullable(),
  comp: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(invoiceStates),
  amountDue: z.number().int(),
  amountPaid: z.number().int(),
  amountRefunded: z.number().int(),
  currency: z.string(),
  issuedAt: Instant,
  url: z.string().nullable(),
})

export const Billing = z.object({
  subscription: Subscription.nullable(),
  /** The customer at the payment provider, for /functions/v1/stripe-portal; null before the first. */
  customerId: z.string().nullable(),
  card: z.string().nullable(),
  /** stripe or sandbox */
  provider: z.string(),
  /** What the account may do now: everything, or reading alone. */
  access: z.enum(['full', 'read_only']),
  /** The day after which that changes, for a trial or an open invoice. */
  until: Instant.nullable(),
  usage: z.array(z.object({ key: z.enum(limitKeys), used: z.number().int(), limit: z.number().int().nullable() })),
  invoices: z.array(Invoice),
})
export type Billing = z.infer<typeof Billing>

const ChosenPrice = z.object({ priceId: Id })

/** The account's own subscription to Lampstand. */
export const subscription = resource(
  '/subscription',
  {
    read: member('billing.write').input(Nothing).output(Billing),
    /** Asks the payment provider anew, on coming back from its pages. */
    refresh: external.member('billing.write').input(Nothing).output(Nothing),
    checkout: external
      .member('billing.write')
      .input(ChosenPrice)
      .output(z.object({ url: z.string() })),
    portal: external
      .member('billing.write')
      .meta({ secret: true })
      .input(Nothing)
      .output(z.object({ url: z.string() })),
    /** What a change would cost now, and whether it waits for the next period. */
    preview: external
      .member('billing.write')
      .input(ChosenPrice)
      .output(z.object({ amount: z.number().int(), currency: z.string(), when: z.enum(['now', 'period_end']) })),
    change: external.member('billing.write').input(ChosenPrice).output(Nothing),
    cancel: external.member('billing.write').input(Nothing).output(Nothing),
    resume: external.member('billing.write').input(Nothing).output(Nothing),
  },
  {
    read: 'Get the subscription',
    refresh: 'Refresh the subscription from the payment provider',
    checkout: 'Start a checkout',
    portal: 'Open the billing portal',
    preview: 'Preview a plan change',
    change: 'Change the plan',
    cancel: 'Cancel the subscription',
    resume: 'Resume the subscription',
  },
  ['read'],
)
