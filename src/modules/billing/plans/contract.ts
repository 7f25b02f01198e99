import { z } from 'zod'
import { featureKeys } from '#entitlements/rules.ts'
import { anonymous, Id, resource } from '#kernel/contract.ts'
import { families, intervals } from '../rules.ts'

const Limit = z.number().int().min(0).nullable().optional()
export const PlanLimits = z.object({ leads: Limit, contacts: Limit, emails: Limit, members: Limit, storage: Limit })

export const PlanPrice = z.object({
  /** What a sign-up names as `priceId`. */
  id: Id,
  /** In minor units of `currency`. */
  unitAmount: z.number().int(),
  currency: z.string(),
  interval: z.enum(intervals),
  stripePriceId: z.string().nullable(),
})

export const Plan = z.object({
  id: Id,
  family: z.enum(families),
  name: z.string(),
  description: z.string(),
  popular: z.boolean(),
  features: z.array(z.string()),
  limits: PlanLimits,
  /** Features that are entitlements, beside what the words say. */
  grants: z.array(z.enum(featureKeys)),
  trialDays: z.number().int(),
  /** Of what is on sale, month before year. */
  prices: z.array(PlanPrice),
})
export type Plan = z.infer<typeof Plan>

/** What anyone can buy, by price ascending. */
export const plans = resource(
  '/plans',
  {
    list: anonymous
      .input(z.object({ family: z.enum(families).default('crm') }))
      .output(z.object({ items: z.array(Plan) })),
  },
  { list: 'List plans and prices' },
)
