export const planIntervals = ['week', 'month', 'quarter', 'year'] as const
export type PlanInterval = (typeof planIntervals)[number]
export const intervalLabels: Record<PlanInterval, string> = {
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
}

export const planStates = ['active', 'inactive', 'archived'] as const
export type PlanState = (typeof planStates)[number]
export const planStateLabels: Record<PlanState, string> = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
}

export const planGateways = ['stripe', 'paypal', 'clover', 'thrivecart'] as const
export type PlanGateway = (typeof planGateways)[number]
export const gatewayLabels: Record<PlanGateway, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  clover: 'Clover',
  thrivecart: 'ThriveCart',
}

export const syncStates = ['synced', 'pending'] as const
export type SyncState = (typeof syncStates)[number]

/** Charges run on our own schedule: a plan is ready at a gateway as soon as this is enabled. */
export const syncOf = (chosen: readonly PlanGateway[] | null, enabled: readonly string[]): Sync[] =>
  (chosen ?? planGateways.filter(gateway => enabled.includes(gateway))).map(gateway => ({
    gateway,
    state: enabled.includes(gateway) ? 'synced' : 'pending',
  }))
export interface Sync {
  gateway: PlanGateway
  state: SyncState
}

/** “All”, “Stripe and PayPal”. */
export function gatewaysText(chosen: readonly PlanGateway[] | null): string {
  if (chosen === null) return 'All'
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(chosen.map(gateway => gatewayLabels[gateway]))
}

/** The least that gateways charge, in minor units. */
const least: Record<string, number> = { USD: 50, EUR: 50, CAD: 50, AUD: 50, GBP: 30 }
export const leastPrice = (currency: string): number => least[currency] ?? 50
