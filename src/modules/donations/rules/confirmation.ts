/** A local day as the church's locale writes it. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
const methodNames: Record<string, string> = {
  card: 'Card',
  wallet: 'Apple Pay or Google Pay',
  paypal: 'PayPal',
  ach: 'Bank account',
}

/** "Visa ending in 4242", as far as the gateway has told it. */
export function methodText({ method, brand, last4 }: { method: string | null; brand: string; last4: string }): string {
  const name = brands[brand.toLowerCase()] ?? (brand || methodNames[method ?? ''] || 'Online payment')
  return last4 ? `${name} ending in ${last4}` : name
}

/** What a giver names when they ask about a gift: the last part of its id. */
export const referenceOf = (giftId: string): string => giftId.slice(-12).toUpperCase()
