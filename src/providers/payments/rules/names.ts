export const gatewayNames = ['stripe', 'paypal', 'clover', 'thrivecart'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** `wallet` is Apple Pay or Google Pay. */
export const payMethods = ['card', 'wallet', 'paypal', 'ach'] as const
export type PayMethod = (typeof payMethods)[number]
