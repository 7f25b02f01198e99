export const gatewayNames = ['stripe', 'paypal', 'clover', 'thrivecart'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** `wallet` is Apple Pay or Google Pay. */
export const payMethods = ['card', 'wallet', 'paypal', 'ach'] as const
export type PayMethod = (typeof payMethods)[number]

export const gatewayTitles: Record<GatewayName, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  clover: 'Clover',
  thrivecart: 'ThriveCart',
}

/** What the hosted checkout of each takes. ThriveCart's carts are its own: nothing is started there from here. */
export const methodsOf: Record<GatewayName, readonly PayMethod[]> = {
  stripe: ['card', 'wallet', 'ach'],
  paypal: ['paypal'],
  clover: ['card'],
  thrivecart: [],
}

/** Clover's and ThriveCart's pages keep no card for us. */
export const keepsMethods = (gateway: GatewayName): boolean => gateway === 'stripe' || gateway === 'paypal'
