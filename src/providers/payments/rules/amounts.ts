import { exponent } from '#kernel/money.ts'
import { GatewayRefused } from './errors.ts'
import type { GatewayName } from './names.ts'

/** Stripe counts these whole. */
const stripeWhole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** Stripe counts these in thousandths, of which the last digit must be 0. */
const stripeThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))
/** PayPal takes no fractions of these. */
const paypalWhole = new Set('HUF JPY TWD'.split(' '))

/** Digits after the decimal sign, as the gateway counts. ISK and UGX have none, and Stripe still asks for two. */
export function gatewayDigits(gateway: GatewayName, currency: string): number {
  if (gateway === 'stripe') return stripeWhole.has(currency) ? 0 : stripeThousandths.has(currency) ? 3 : 2
  if (gateway === 'paypal') return paypalWhole.has(currency) ? 0 : 2
  return 2
}

const refuse = (currency: string): never => {
  throw new GatewayRefused(`This gateway can't take this amount of ${currency}: it has too many digits.`, 'amount')
}

/** Our minor units in those of the gateway. @throws GatewayRefused where it counts more coarsely */
export function toGateway(gateway: GatewayName, amount: number, currency: string): number {
  const more = gatewayDigits(gateway, currency) - exponent(currency)
  const factor = 10 ** Math.abs(more)
  if (more < 0 && amount % factor !== 0) return refuse(currency)
  const counted = more < 0 ? amount / factor : amount * factor
  if (gateway === 'stripe' && stripeThousandths.has(currency) && counted % 10 !== 0) return refuse(currency)
  return counted
}

/** Their minor units in ours, to the nearest. */
export function fromGateway(gateway: GatewayName, amount: number, currency: string): number {
  const more = exponent(currency) - gatewayDigits(gateway, currency)
  return more < 0 ? Math.round(amount / 10 ** -more) : amount * 10 ** more
}

/** PayPal's amounts are decimals: `19.99`. */
export function toPaypal(amount: number, currency: string): string {
  const digits = gatewayDigits('paypal', currency)
  const text = String(toGateway('paypal', amount, currency)).padStart(digits + 1, '0')
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
}

/** A decimal of a gateway in our minor units, exactly. */
export function fromDecimal(text: string, currency: string): number {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = exponent(currency)
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  return sign && amount ? -amount : amount
}
