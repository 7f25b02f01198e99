import { demoPlans, type Interval, limitText, TRIAL_DAYS } from '#billing/rules.ts'
import { type LimitKey, type Limits, limitKeys } from '#entitlements/rules.ts'
import { formatMoney } from '#kernel/money.ts'
import { HERE } from './head.ts'

interface Price {
  id: string | null
  unitAmount: number
  currency: string
  interval: Interval
}
/** A plan as a price list has it; the part of it that these pages show. */
export interface PlanOnSale {
  name: string
  description: string
  popular: boolean
  features: string[]
  limits: Limits
  trialDays: number
  prices: Price[]
}

/** A plan's card for one rhythm of paying. */
export interface Offer {
  name: string
  description: string
  popular: boolean
  lines: string[]
  price: string
  interval: Interval
  /** What a year saves against twelve months, where it does. */
  saving: string | null
  trialDays: number
  href: string
  /** for machines */
  amount: number
  currency: string
}

const shown = (amount: number, currency: string) => formatMoney({ amount, currency }).replace(/\.00$/, '')

/** Limits that the words of the plan don't name already, then these words. */
function linesOf({ features, limits }: PlanOnSale): string[] {
  const named = (limit: number | null) =>
    features.some(line => (limit === null ? /unlimited/i.test(line) : line.includes(limit.toLocaleString('en-US'))))
  const unsaid = (key: LimitKey) => limits[key] !== undefined && !named(limits[key])
  return [...limitKeys.filter(unsaid).map(key => limitText(key, limits[key]!)), ...features]
}

/** The cards of a price list: those plans that can be paid in that rhythm. */
export function offersOf(plans: readonly PlanOnSale[], interval: Interval): Offer[] {
  return plans.flatMap(plan => {
    const price = plan.prices.find(each => each.interval === interval)
    if (!price) return []
    const { id, unitAmount, currency } = price
    const monthly = plan.prices.find(each => each.interval === 'month' && each.currency === currency)
    const saved = interval === 'year' && monthly ? monthly.unitAmount * 12 - unitAmount : 0
    const { name, description, popular, trialDays } = plan
    return [
      {
        name,
        description,
        popular,
        lines: linesOf(plan),
        price: shown(unitAmount, currency),
        interval,
        saving: saved > 0 ? shown(saved, currency) : null,
        trialDays,
        href: `/login?signup=true${id ? `&priceId=${id}` : ''}`,
        amount: unitAmount,
        currency,
      },
    ]
  })
}

/** What the pricing page shows when the plans can't be read. */
export const fallbackPlans: PlanOnSale[] = demoPlans.map(({ name, unitAmount, popular, leads }) => ({
  name,
  description: '',
  popular,
  features: [],
  limits: { leads },
  trialDays: TRIAL_DAYS,
  prices: [{ id: null, unitAmount, currency: 'USD', interval: 'month' }],
}))

/** https://schema.org/SoftwareApplication with what it costs. */
export const softwareOf = (plans: readonly PlanOnSale[]) => ({
  '@type': 'SoftwareApplication',
  name: 'Lampstand',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${HERE}/`,
  offers: [...offersOf(plans, 'month'), ...offersOf(plans, 'year')].map(
    ({ name, amount, currency, interval, href }) => ({
      '@type': 'Offer',
      name: `${name}, by the ${interval}`,
      price: decimal(amount, currency),
      priceCurrency: currency,
      url: `${HERE}${href}`,
    }),
  ),
})

/** 2900 USD as "29.00", as schema.org wants it. */
function decimal(amount: number, currency: string): string {
  const digits = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits!
  return (amount / 10 ** digits).toFixed(digits)
}
