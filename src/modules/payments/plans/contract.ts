import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { invoiceCurrencies } from '../invoices/rules/terms.ts'
import { planGateways, planIntervals, planStates, syncStates } from './rules.ts'

const Minor = z.number().int()
const own = () => member('payments.write')
const face = {
  name: line(80).pipe(z.string().min(1, 'Please enter a name')),
  description: prose(500),
  trialDays: z.number().int().min(0).max(90, 'At most 90 days'),
  features: z.array(line(120).pipe(z.string().min(1, 'Please enter the feature'))).max(20, 'At most 20 features'),
  isPopular: z.boolean(),
  state: z.enum(planStates),
  /** Null: every enabled one. */
  gateways: z.array(z.enum(planGateways)).min(1, 'Please choose a gateway').nullable(),
}
const price = { amount: Minor.max(1_000_000_000), interval: z.enum(planIntervals) }

export const NewPlan = z.object({
  ...face,
  ...price,
  description: face.description.default(''),
  trialDays: face.trialDays.default(14),
  features: face.features.default([]),
  /** How many payments; null: until it is canceled. */
  times: z.number().int().min(2, 'At least 2').max(60, 'At most 60').nullable().optional(),
  isPopular: face.isPopular.default(false),
  state: face.state.default('active'),
  gateways: face.gateways.default(null),
  currency: z.enum(invoiceCurrencies),
})
export type NewPlan = z.infer<typeof NewPlan>

export const PlanChange = z
  .object({ ...face, ...price })
  .partial()
  .extend({
    id: Id,
    version: Version,
    /** Of a new price: everyone who subscribed stays with theirs, or moves when they next renew. */
    existing: z.enum(['keep', 'move']).default('keep'),
    /** The only active plan is archived or deactivated on purpose. */
    confirmed: z.boolean().default(false),
  })
export type PlanChange = z.infer<typeof PlanChange>

export const SalePlan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  currency: z.string(),
  amount: Minor,
  interval: z.enum(planIntervals),
  trialDays: z.number().int(),
  times: z.number().int().nullable(),
  features: z.array(z.string()),
  isPopular: z.boolean(),
  state: z.enum(planStates),
  gateways: face.gateways,
  /** At which gateways it can be sold now. */
  sync: z.array(z.object({ gateway: z.enum(planGateways), state: z.enum(syncStates) })),
  /** Of the public page where it is sold. */
  path: z.string(),
  /** Subscriptions at any of its prices. */
  sold: z.number().int(),
  createdAt: Instant,
  version: Version,
})
export type SalePlan = z.infer<typeof SalePlan>

export const salePlans = resource(
  '/sale-plans',
  {
    list: own()
      .input(z.object({ archived: z.preprocess(value => value === 'true' || value === true, z.boolean()).optional() }))
      .output(z.object({ items: z.array(SalePlan) })),
    get: own().input(ById).output(SalePlan),
    create: own().input(NewPlan).output(SalePlan),
    update: own().input(PlanChange).output(SalePlan),
    remove: own().input(ById).output(Nothing),
    /** Whom a new price would concern. */
    preview: own()
      .input(ById)
      .output(z.object({ subscribers: z.number().int() })),
  },
  {
    list: 'List subscription plans',
    get: 'Get a subscription plan',
    create: 'Create a subscription plan',
    update: 'Update a subscription plan',
    remove: 'Delete a subscription plan that was never sold',
    preview: 'Count subscribers that a new price would concern',
  },
  ['preview'],
)
