import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { cloverGateway } from './live/clover.ts'
import { paypalGateway } from './live/paypal.ts'
import { stripeGateway } from './live/stripe.ts'
import { thrivecartGateway } from './live/thrivecart.ts'
import { GatewayRefused } from './rules/errors.ts'
import type { GatewayName, PayMethod } from './rules/names.ts'
import { sandboxGateway } from './sandbox/service.ts'

export { BadSignature, Declined, GatewayRefused, GatewayUnavailable } from './rules/errors.ts'
export { type GatewayName, gatewayNames, type PayMethod, payMethods } from './rules/names.ts'

/** Whose account at which gateway. */
export type Access =
  | { kind: 'sandbox'; gateway: GatewayName; clientId: string }
  | { kind: 'stripe'; publishableKey: string; secretKey: string; webhookSecret: string }
  | {
      kind: 'paypal'
      clientId: string
      clientSecret: string
      environment: 'sandbox' | 'production'
      /** Without it no notice can be proven. */
      webhookId: string
    }
  | {
      kind: 'clover'
      apiKey: string
      merchantId: string
      environment: 'sandbox' | 'production'
      signingSecret: string
    }
  | { kind: 'thrivecart'; apiToken: string; accountId: string; secretWord: string }

/** `sandbox` is our own stand-in, `test` the gateway's test mode. */
export type Mode = 'sandbox' | 'test' | 'live'

/** Amounts are minor units, currencies ISO 4217 in capitals, instants Dates; a `key` makes a repeated call harmless. */
export interface Gateway {
  name: GatewayName
  mode: Mode
  /** What its hosted checkout can take, and what it can do beyond it. */
  can: { methods: readonly PayMethod[]; save: boolean; refund: boolean; webhook: boolean; list: boolean }

  /** Tries the credentials. @throws GatewayRefused with the field at fault */
  account(): Promise<AccountFacts>
  /** Registers the address for the events that we read, or finds it registered. @throws GatewayRefused */
  registerWebhook(url: string): Promise<{ id: string; secret: string }>

  /** The hosted page where someone pays. The same key is the same page. */
  checkout(input: CheckoutInput): Promise<{ id: string; url: string; expiresAt: Date }>
  /** What became of a checkout. */
  checkoutResult(id: string): Promise<CheckoutFacts>
  /** A hosted page that keeps a card or an account for later charges, and charges nothing. */
  saveMethod(input: SaveInput): Promise<{ id: string; url: string; expiresAt: Date }>
  /** Charges a kept method while nobody is there. @throws Declined */
  charge(input: ChargeInput): Promise<PaymentFacts>
  payment(id: string): Promise<PaymentFacts>
  /** @throws GatewayRefused where it can't be refunded, e.g. because it has not settled */
  refund(input: RefundInput): Promise<RefundFacts>

  /** Payments that began or changed since then, oldest first: for reconciliation. */
  payments(since: Date): AsyncIterable<PaymentFacts>
  payouts(since: Date): AsyncIterable<PayoutFacts>

  /** Verifies the signature of a webhook over its raw body, and reads it. @throws BadSignature */
  verifyWebhook(rawBody: string, headers: Headers): Promise<Notice>
}

export interface AccountFacts {
  id: string
  name: string
  country: string | null
  currency: string | null
  /** False while the gateway wants something from the church before it takes money. */
  charges: boolean
  mode: Mode
}

export interface CheckoutInput {
  /** Our payment's id; comes back with every notice and in `PaymentFacts.reference`. */
  reference: string
  amount: number
  currency: string
  /** At most 200 characters, shown to the payer. */
  description: string
  payer: { name: string; email: string }
  methods: readonly PayMethod[]
  /** Keep the method for later charges. */
  save: boolean
  /** What the payer's statement says; null: the account's own. */
  descriptor: string | null
  returnUrl: string
  cancelUrl: string
  key: string
}
export interface SaveInput {
  reference: string
  payer: { name: string; email: string }
  customerId: string | null
  currency: string
  returnUrl: string
  cancelUrl: string
  key: string
}
export interface ChargeInput {
  reference: string
  amount: number
  currency: string
  description: string
  saved: SavedMethod
  descriptor: string | null
  key: string
}
export interface RefundInput {
  paymentId: string
  amount: number
  currency: string
  key: string
}

export interface CheckoutFacts {
  state: 'open' | 'expired' | 'complete'
  reference: string
  /** Null until there is one, and where only a method was kept. */
  payment: PaymentFacts | null
  saved: SavedMethod | null
}
export interface SavedMethod {
  customerId: string
  methodId: string
  kind: PayMethod
  /** "Visa", "PayPal", the bank's name. */
  brand: string
  last4: string
  /** `YYYY-MM` of a card. */
  expires: string | null
}
export interface PaymentFacts {
  id: string
  reference: string | null
  /** `pending`: a bank debit on its way, which may take days and may still fail. */
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  amount: number
  currency: string
  /** What the gateway kept; null while it is not known. */
  fee: number | null
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  /** What the gateway charged for a dispute. */
  disputeFee: number
  method: Omit<SavedMethod, 'customerId' | 'methodId'> | null
  saved: SavedMethod | null
  problem: { code: string; message: string } | null
  /** When the gateway says it happened: what counts, not when we heard of it. */
  paidAt: Date | null
  payoutId: string | null
}
export interface RefundFacts {
  id: string
  state: 'pending' | 'succeeded' | 'failed'
  amount: number
}
export interface PayoutFacts {
  id: string
  state: 'pending' | 'paid' | 'failed'
  amount: number
  currency: string
  arrivesOn: string
  /** Payments that it pays out, where the gateway says so. */
  paymentIds: string[]
}

/** What a gateway told us; its object is fetched afresh by the code that handles it. */
export interface Notice {
  /** The gateway's own id of the event, or a digest of its content where it has none. */
  id: string
  type: string
  about: 'checkout' | 'payment' | 'payout' | 'other'
  /** Id of that checkout, payment or payout at the gateway. */
  objectId: string
  /** Facts that came with it, from a gateway that can't be asked (ThriveCart). */
  facts: PaymentFacts | null
  sentAt: Date | null
  /** A card was declined on a page that is still open; `card` tells it from others. */
  declined?: { reference: string; card: string }
}

/** Where real churches take real money, nobody may give to a stand-in by mistake. */
export const sandboxAllowed = (): boolean => !env.production

/**
 * The account's gateway. Its calls must not be made inside a transaction.
 * @throws GatewayRefused for the sandbox in production
 */
export function gatewayFor(access: Access): Gateway {
  if (access.kind === 'sandbox') {
    if (!sandboxAllowed()) throw new GatewayRefused('The sandbox takes no payments in production. Connect a gateway.')
    return guarded(sandboxGateway(access.gateway, access.clientId))
  }
  return guarded(liveGateway(access))
}

function liveGateway(access: Exclude<Access, { kind: 'sandbox' }>): Gateway {
  switch (access.kind) {
    case 'stripe':
      return stripeGateway(access)
    case 'paypal':
      return paypalGateway(access)
    case 'clover':
      return cloverGateway(access)
    case 'thrivecart':
      return thrivecartGateway(access)
  }
}

/** No call of these may hold a transaction open. */
const guarded = (made: Gateway): Gateway =>
  Object.fromEntries(
    Object.entries(made).map(([name, what]) => [
      name,
      typeof what !== 'function'
        ? what
        : (...args: unknown[]) => {
            assertOutsideTransaction('payments')
            return (what as (...args: unknown[]) => unknown)(...args)
          },
    ]),
  ) as unknown as Gateway
