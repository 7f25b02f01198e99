import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { advisoryLock } from '#kernel/sql.ts'
import {
  type FeatureKey,
  featureKeys,
  featureWords,
  type LimitKey,
  type Limits,
  limitKeys,
  limitWords,
} from './rules.ts'

/** What an account has bought; `name` is null without a subscription. */
export interface Plan {
  limits: Limits
  grants: readonly FeatureKey[]
  name: string | null
}
export interface Usage {
  key: LimitKey
  used: number
  limit: number | null
}
/** How much of a limit is used now, in its unit. */
export type LimitCounter = (ctx: Ctx) => Promise<number>
interface Plans {
  /** undefined where the account has no subscription */
  planOf: (ctx: Ctx) => Promise<Plan | undefined>
  /** something is about to be added to what is limited */
  onUsageChanged: (ctx: Ctx, usage: Usage & { limit: number }) => Promise<void>
}

let plans: Plans = { planOf: async () => undefined, onUsageChanged: async () => {} }
let counters: Partial<Record<string, LimitCounter>> = {}

/** Says who sells plans, and who counts what they limit; called once, by app/jobs.ts. */
export function plugInPlans(given: Plans, limitCounters: Partial<Record<string, LimitCounter>>): void {
  const missing = limitKeys.find(key => !limitCounters[key])
  if (missing) throw new Error(`no module counts ${missing}, which plans limit`)
  plans = given
  counters = limitCounters
}

/** What the account's plan allows; one without a subscription is not limited, and nothing is withheld from it. */
const allowance = async (ctx: Ctx): Promise<Plan> =>
  (await plans.planOf(ctx)) ?? { limits: {}, grants: featureKeys, name: null }

/** Refuses what the plan doesn't have. */
export async function requireFeature(ctx: Ctx, feature: FeatureKey): Promise<void> {
  const { grants, name } = await allowance(ctx)
  if (!grants.includes(feature))
    throw new Failure('PLAN_LIMIT', `${featureWords[feature]} is not included in ${name}. Upgrade to use it.`, {
      data: { feature },
    })
}

export async function usage(ctx: Ctx): Promise<Usage[]> {
  const { limits } = await allowance(ctx)
  const named = limitKeys.filter(key => limits[key] !== undefined)
  return Promise.all(named.map(async key => ({ key, used: await counters[key]!(ctx), limit: limits[key]! })))
}

/**
 * The one place where a plan's limit is held: call it before `more` are added, in the transaction that adds them.
 * Refuses what goes beyond. Reading, answering, exporting and what visitors send in never ask it.
 */
export async function makeRoom(ctx: Ctx, key: LimitKey, more: number): Promise<void> {
  const limit = (await allowance(ctx)).limits[key]
  if (limit === undefined || limit === null || more <= 0) return
  // Two at once would both find the last place free.
  await advisoryLock(ctx.db, `limit ${key} ${ctx.client.id}`)
  const used = await counters[key]!(ctx)
  const name = limitWords[key]
  if (used + more > limit) {
    const room = Math.max(0, limit - used).toLocaleString('en-US')
    throw new Failure(
      'PLAN_LIMIT',
      `Your plan includes ${limit.toLocaleString('en-US')} ${name}, and you can add ${room} more. Nothing was added. Upgrade to add more.`,
      { data: { key, used, limit } },
    )
  }
  await plans.onUsageChanged(ctx, { key, used: used + more, limit })
}
