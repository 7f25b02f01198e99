import { useForm } from '@mantine/form'
import { type FeatureKey, limitKeys } from '#entitlements/rules.ts'
import { decimal, parseMoney } from '#kernel/money.ts'
import type { client } from '#web/api.ts'
import { type Interval, TRIAL_DAYS } from '../rules.ts'
import type { Product } from './products.tsx'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  price: string
  currency: string
  interval: Interval
  active: boolean
  migrate: boolean
  family: '' | 'crm' | 'suite'
  popular: boolean
  features: string
  trialDays: string
  leads: string
  contacts: string
  emails: string
  members: string
  storage: string
  grants: FeatureKey[]
}

const limitTyped = (limit: number | null | undefined) => (limit === null ? 'unlimited' : (limit?.toString() ?? ''))

function initial(product: Product | null): Values {
  const price = product?.prices.find(({ active }) => active) ?? product?.prices[0]
  const plan = product?.plan
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    price: price ? decimal(price.unitAmount, price.currency) : '',
    currency: price?.currency ?? 'USD',
    interval: price?.interval ?? 'month',
    active: product?.active ?? true,
    migrate: false,
    family: plan?.family ?? '',
    popular: plan?.popular ?? false,
    features: plan?.features.join('\n') ?? '',
    trialDays: String(plan?.trialDays ?? TRIAL_DAYS),
    leads: limitTyped(plan?.limits.leads),
    contacts: limitTyped(plan?.limits.contacts),
    emails: limitTyped(plan?.limits.emails),
    members: limitTyped(plan?.limits.members),
    storage: limitTyped(plan?.limits.storage),
    grants: plan?.grants ?? [],
  }
}

const limitProblem = (text: string) =>
  text === '' || text === 'unlimited' || /^\d{1,9}$/.test(text.replaceAll(',', ''))
    ? null
    : 'Enter a number, “unlimited”, or leave it empty'

function priceProblem(text: string, { currency }: Values): string | null {
  if (!text.trim()) return 'Price is required'
  const amount = /^[A-Za-z]{3}$/.test(currency) ? parseMoney(text, currency) : null
  return amount === null || amount <= 0 ? 'Price must be a positive number' : null
}

/** What the form holds, as the server takes it. */
export function inputOf(values: Values, product: Product | null): Parameters<typeof client.products.save>[0] {
  const { name, description, currency, interval, active, migrate, family, popular, features, grants, trialDays } =
    values
  const limits = Object.fromEntries(
    limitKeys
      .filter(key => values[key] !== '')
      .map(key => [key, values[key] === 'unlimited' ? null : Number(values[key].replaceAll(',', ''))]),
  )
  const lines = features.split('\n').filter(line => line.trim() !== '')
  return {
    ...(product && { productId: product.id, version: product.version }),
    name,
    description,
    interval,
    active,
    migrate,
    unitAmount: parseMoney(values.price, currency) ?? 0,
    currency: currency.toUpperCase(),
    plan: family ? { family, popular, features: lines, limits, grants, trialDays: Number(trialDays) || 0 } : null,
  }
}

/** The form of a product, with the problems that it finds by itself. */
export const useProductForm = (product: Product | null) =>
  useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial(product),
    validate: {
      name: value => (value.trim() ? null : 'Name is required'),
      price: priceProblem,
      leads: limitProblem,
      contacts: limitProblem,
      emails: limitProblem,
      members: limitProblem,
      storage: limitProblem,
    },
  })
