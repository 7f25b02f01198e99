import type Stripe from 'stripe'
import type { PaymentFacts, SavedMethod } from '../index.ts'
import { fromGateway } from '../rules/amounts.ts'
import { idOf, named, yearMonth } from './asking.ts'

/** What the facts are read from. */
export const WITH_CHARGE = ['latest_charge.balance_transaction', 'payment_method']

/** A try on a hosted page that came to nothing: the payer may still try again there. */
export function isAttempt({ status, metadata, latest_charge }: Stripe.PaymentIntent): boolean {
  if (status === 'succeeded' || status === 'processing' || status === 'canceled') return false
  const debit = (latest_charge as Stripe.Charge | null)?.payment_method_details?.type === 'us_bank_account'
  return metadata.lampstand_by !== 'charge' && !debit
}

type Details = Pick<SavedMethod, 'kind' | 'brand' | 'last4' | 'expires'>
interface Described {
  card?: {
    brand?: string | null
    last4?: string | null
    exp_month?: number
    exp_year?: number
    wallet?: { type: string } | null
  } | null
  us_bank_account?: { bank_name?: string | null; last4?: string | null } | null
}

function detailsOf(described: Described | null | undefined): Details | null {
  const { card, us_bank_account: bank } = described ?? {}
  if (bank) return { kind: 'ach', brand: bank.bank_name ?? 'Bank account', last4: bank.last4 ?? '', expires: null }
  if (!card) return null
  const expires = yearMonth(card.exp_year, card.exp_month)
  const wallet = card.wallet?.type
  const isWallet = wallet === 'apple_pay' || wallet === 'google_pay'
  return {
    kind: isWallet ? 'wallet' : 'card',
    brand: named(isWallet ? wallet : card.brand),
    last4: card.last4 ?? '',
    expires,
  }
}

export function savedOf(customer: unknown, method: unknown): SavedMethod | null {
  const [customerId, methodId] = [idOf(customer), idOf(method)]
  const details = detailsOf(typeof method === 'object' ? (method as Described | null) : null)
  return customerId && methodId && details ? { customerId, methodId, ...details } : null
}

const states: Record<string, PaymentFacts['state']> = {
  succeeded: 'succeeded',
  processing: 'pending',
  canceled: 'canceled',
  requires_capture: 'pending',
}

export function paymentFacts(intent: Stripe.PaymentIntent): PaymentFacts {
  const currency = intent.currency.toUpperCase()
  const charge = intent.latest_charge as Stripe.Charge | null
  const move = charge?.balance_transaction as Stripe.BalanceTransaction | null | undefined
  const failure = intent.last_payment_error
  const state = states[intent.status] ?? (failure || charge?.status === 'failed' ? 'failed' : 'pending')
  const code = failure?.decline_code ?? failure?.code ?? charge?.failure_code
  const paid = state === 'succeeded'
  return {
    id: intent.id,
    reference: intent.metadata.lampstand_payment ?? null,
    state,
    currency,
    amount: fromGateway('stripe', intent.amount, currency),
    fee: paid && move ? feeOf(move, currency) : null,
    refunded: charge ? fromGateway('stripe', charge.amount_refunded, currency) : 0,
    dispute: null,
    disputeFee: 0,
    payoutId: null,
    method: detailsOf(charge?.payment_method_details ?? (intent.payment_method as Stripe.PaymentMethod | null)),
    saved: intent.setup_future_usage ? savedOf(intent.customer, intent.payment_method) : null,
    problem:
      state === 'failed' && code
        ? { code, message: failure?.message ?? charge?.failure_message ?? 'The payment was declined.' }
        : null,
    // A bank debit is paid when it settles, not when it was asked for.
    paidAt: paid ? new Date((move?.created ?? charge?.created ?? intent.created) * 1_000) : null,
  }
}

/** Fees are in the currency of the account; what the payer paid in another one was exchanged. */
function feeOf(move: Stripe.BalanceTransaction, currency: string): number | null {
  const settled = move.currency.toUpperCase()
  const fee = fromGateway('stripe', move.fee, settled)
  if (settled === currency) return fee
  if (!move.exchange_rate || move.amount === 0) return null
  return Math.round(fromGateway('stripe', move.fee / move.exchange_rate, currency))
}

const decided: Record<string, 'won' | 'lost'> = { won: 'won', lost: 'lost' }

/** With what became of a dispute, where there is one. */
export async function withDispute(
  api: Stripe,
  facts: PaymentFacts,
  intent: Stripe.PaymentIntent,
): Promise<PaymentFacts> {
  if (!(intent.latest_charge as Stripe.Charge | null)?.disputed) return facts
  const [found] = (await api.disputes.list({ payment_intent: intent.id, limit: 1 })).data
  // An inquiry takes no money yet.
  if (!found || found.status.startsWith('warning_')) return facts
  const fees = found.balance_transactions.filter(move => move.currency.toUpperCase() === facts.currency)
  const fee = fees.reduce((sum, move) => sum + move.fee, 0)
  const dispute = decided[found.status] ?? 'open'
  return { ...facts, dispute, disputeFee: fromGateway('stripe', fee, facts.currency) }
}
