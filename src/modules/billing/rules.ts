import { type FeatureKey, type LimitKey, type Limits, limitWords } from '#entitlements/rules.ts'

/** Days of the free trial; no card is needed for it (decision 13). */
export const TRIAL_DAYS = 14
/** Days in which an annual plan can be given back. */
export const ANNUAL_REFUND_DAYS = 30
/** Days after a failed payment in which everything goes on as before. */
export const GRACE_DAYS = 7
/** Days after a failed payment in which an account can still be read; afterwards the subscription is paused. */
export const READ_ONLY_DAYS = 21
/** Days after a failed payment on which a mail asks for another card. */
export const DUNNING_DAYS = [0, 3, 5, 7] as const
/** Shares of a limit at which someone is told. */
export const NOTICE_AT = [80, 100] as const

export const families = ['crm', 'suite'] as const
export type Family = (typeof families)[number]
export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

/** What a product gives to accounts that have bought it. */
export interface PlanTerms {
  limits: Limits
  grants: FeatureKey[]
}

/** 1,000 leads; Unlimited email contacts */
export const limitText = (key: LimitKey, limit: number | null) =>
  `${limit === null ? 'Unlimited' : limit.toLocaleString('en-US')} ${limitWords[key]}`

/** Shown on /pricing, with a notice, when the plans can't be read; amounts in cents a month. */
export const demoPlans = [
  { name: 'Starter', unitAmount: 2_900, popular: false, leads: 1_000 },
  { name: 'Professional', unitAmount: 7_900, popular: true, leads: 10_000 },
  { name: 'Enterprise', unitAmount: 19_900, popular: false, leads: null },
] as const
