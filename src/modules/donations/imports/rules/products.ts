export const products = ['planning-center', 'tithely', 'pushpay', 'quickbooks', 'other'] as const
export type GiftProduct = (typeof products)[number]
