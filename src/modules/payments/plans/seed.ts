import type { Ctx } from '#kernel/ctx.ts'
import type { NewPlan } from './contract.ts'
import type { PlanGateway } from './rules.ts'
import { create } from './service.ts'

const plan = (name: string, amount: number, gateways: PlanGateway[] | null, features: string[]): NewPlan => ({
  name,
  amount,
  gateways,
  features,
  currency: 'USD',
  interval: 'month',
  trialDays: 14,
  state: 'active',
  description: '',
  isPopular: name === 'Pro Plan',
})

/** What the demo church sells to its own customers. */
export async function seedPlans(ctx: Ctx): Promise<void> {
  await create(ctx, plan('Basic Plan', 2_900, ['stripe', 'paypal'], ['Course library', 'Monthly letter']))
  await create(ctx, plan('Pro Plan', 7_900, null, ['Everything in Basic', 'Live workshops', 'Leader guides']))
  await create(
    ctx,
    plan('Enterprise Plan', 19_900, null, ['Everything in Pro', 'Training for your team', 'Priority help']),
  )
}
