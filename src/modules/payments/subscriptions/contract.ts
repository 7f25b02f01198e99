import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { planIntervals } from '../plans/rules.ts'
import { saleStates } from '../sales/rules.ts'
import { canceledBy, subscriptionStates } from './rules/states.ts'

const Minor = z.number().int()

export const PlanSubscription = z.object({
  id: Id,
  planId: Id,
  plan: z.string(),
  personId: Id.nullable(),
  name: z.string(),
  email: z.string(),
  state: z.enum(subscriptionStates),
  /** Each time, before tax. */
  amount: Minor,
  currency: z.string(),
  interval: z.enum(planIntervals),
  /** The local day of the next payment. */
  nextOn: z.string(),
  brand: z.string(),
  last4: z.string(),
  failures: Minor,
  problem: z.string(),
  startedAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  canceledBy: z.enum(canceledBy).nullable(),
})
export type PlanSubscription = z.infer<typeof PlanSubscription>

export const PlanCharge = z.object({
  id: Id,
  /** The local day on which its period begins. */
  periodOn: z.string(),
  state: z.enum(saleStates),
  total: Minor,
  tax: Minor,
  refunded: Minor,
  currency: z.string(),
  paidAt: Instant.nullable(),
})
export type PlanCharge = z.infer<typeof PlanCharge>

export const WholeSubscription = PlanSubscription.extend({ charges: z.array(PlanCharge) })
export type WholeSubscription = z.infer<typeof WholeSubscription>

export const SubscriptionFilter = Page.extend({
  planId: Id.optional(),
  /** Without it, everyone whose first payment arrived. */
  state: z.enum(subscriptionStates).optional(),
})
export type SubscriptionFilter = z.infer<typeof SubscriptionFilter>

export const planSubscriptions = resource(
  '/plan-subscriptions',
  {
    list: member('payments.write').input(SubscriptionFilter).output(pageOf(PlanSubscription)),
    get: member('payments.write').input(ById).output(WholeSubscription),
    cancel: member('payments.write').input(ById).output(WholeSubscription),
    /** Some or all of a charge goes back; the subscription goes on. */
    refund: member('payments.write')
      .input(z.object({ id: Id, chargeId: Id, amount: Minor.min(1, 'Please enter an amount'), reason: line(200) }))
      .output(Nothing),
  },
  {
    list: 'List subscriptions to plans',
    get: 'Get a subscription to a plan with its charges',
    cancel: 'Cancel a subscription to a plan',
    refund: 'Refund a charge of a subscription to a plan',
  },
)
