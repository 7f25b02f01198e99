import { clock, minutes } from '#kernel/clock.ts'
import type { Access, CheckoutInput, Gateway, PaymentFacts } from '../index.ts'
import { fromGateway, toGateway } from '../rules/amounts.ts'
import { Declined, GatewayRefused, GatewayUnavailable } from '../rules/errors.ts'
import { cloverNotice } from '../rules/notices.ts'
import { abilities, pageMinutes } from '../rules/terms.ts'
import { type Answer, ask, type Json, named, scrubbed, TIMEOUT_MS, yearMonth } from './asking.ts'

type Keys = Extract<Access, { kind: 'clover' }>
const HOSTS = {
  sandbox: { api: 'https://apisandbox.dev.clover.com', ecommerce: 'https://scl-sandbox.dev.clover.com' },
  production: { api: 'https://api.clover.com', ecommerce: 'https://scl.clover.com' },
}
export interface CloverOptions {
  api?: string
  ecommerce?: string
  timeout?: number
}
type Call = (
  at: 'api' | 'ecommerce',
  method: 'GET' | 'POST',
  path: string,
  sent?: { body?: object; key?: string },
) => Promise<Answer>

/** The documented HTTP interface; the hosts lead elsewhere, for trying the adapter against a server of one's own. */
export function cloverGateway(keys: Keys, options: CloverOptions = {}): Gateway {
  const { merchantId, environment, signingSecret } = keys
  const call = caller(keys, options)
  const mode = environment === 'sandbox' ? 'test' : 'live'
  return {
    name: 'clover',
    mode,
    can: abilities.clover,
    async account() {
      const { body } = good(await call('api', 'GET', `/v3/merchants/${encodeURIComponent(merchantId)}`), 'merchantId')
      return { id: merchantId, name: body.name ?? merchantId, country: null, currency: null, charges: true, mode }
    },
    registerWebhook: async () => {
      throw new GatewayRefused('Clover’s webhook is set up in its dashboard, under Ecommerce, Hosted Checkout.')
    },
    checkout: input => openCheckout(call, input),
    // Clover can't be asked about a page: its notice brings the payment.
    checkoutResult: async () => ({ state: 'open', reference: '', payment: null, saved: null }),
    saveMethod: async () => {
      throw new GatewayRefused('Clover can’t keep methods from its hosted page.', 'save')
    },
    ...moneyCalls(call),
    ...lists(call),
    async verifyWebhook(rawBody, headers) {
      const { paymentId, state, ...notice } = cloverNotice(rawBody, headers, signingSecret, clock.ms())
      // A decline leaves the page open.
      if (notice.about !== 'checkout' || state !== 'succeeded' || !paymentId) return { ...notice, about: 'other' }
      return { ...notice, facts: await chargeOf(call, paymentId) }
    },
  }
}

function caller(keys: Keys, { timeout = TIMEOUT_MS, ...hosts }: CloverOptions): Call {
  const { apiKey, merchantId, signingSecret } = keys
  return async (at, method, path, { body, key } = {}) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'x-clover-merchant-id': merchantId,
      ...(key && { 'idempotency-key': key }),
    }
    const url = `${hosts[at] ?? HOSTS[keys.environment][at]}${path}`
    const answer = await ask('clover', url, { method, headers, body }, timeout)
    const said = answer.body.error?.message ?? answer.body.message
    return answer.status < 400
      ? answer
      : { ...answer, body: { ...answer.body, message: scrubbed(said, [apiKey, signingSecret]) } }
  }
}

/** @throws GatewayRefused where it refused */
function good(answer: Answer, field: string | null = null): Answer {
  const { status, body } = answer
  if (status < 400) return answer
  if (status === 401) throw new GatewayRefused('Clover did not accept the API key.', 'apiKey')
  if (field && (status === 403 || status === 404))
    throw new GatewayRefused('Clover knows no such merchant, or the API key is for another one.', field)
  throw new GatewayRefused(body.message || `Clover refused with ${status}.`, field)
}

const isTaken = (currency: string) => {
  if (currency !== 'USD' && currency !== 'CAD')
    throw new GatewayRefused('Clover takes US and Canadian dollars alone.', 'currency')
}

async function openCheckout(call: Call, input: CheckoutInput) {
  const { amount, currency, description, payer, returnUrl, cancelUrl, save } = input
  isTaken(currency)
  if (save) throw new GatewayRefused('Clover can’t keep methods from its hosted page.', 'save')
  if (!input.methods.includes('card')) throw new GatewayRefused('Clover takes none of these methods.', 'methods')
  const [firstName = '', ...rest] = payer.name.trim().split(/\s+/)
  const line = {
    name: (description || 'Payment').slice(0, 127),
    unitQty: 1,
    price: toGateway('clover', amount, currency),
  }
  const body = {
    customer: {
      email: payer.email || undefined,
      firstName: firstName || undefined,
      lastName: rest.join(' ') || undefined,
    },
    shoppingCart: { lineItems: [line] },
    redirectUrls: { success: returnUrl, failure: cancelUrl },
  }
  const made = good(await call('api', 'POST', '/invoicingcheckoutservice/v1/checkouts', { body })).body
  if (!made.href || !made.checkoutSessionId) throw new GatewayUnavailable('Clover sent no address to pay at.')
  const end = Number(made.expirationTime)
  const expiresAt = new Date(Number.isFinite(end) && end > 0 ? end : clock.ms() + minutes(pageMinutes.clover))
  return { id: made.checkoutSessionId as string, url: made.href as string, expiresAt }
}

function facts(charge: Json): PaymentFacts {
  if (!charge.id || !charge.currency) throw new GatewayUnavailable('Clover sent something that is not a payment.')
  const currency = String(charge.currency).toUpperCase()
  const { brand, last4, exp_month, exp_year } = charge.source ?? {}
  const state = ({ succeeded: 'succeeded', paid: 'succeeded', failed: 'failed' } as const)[String(charge.status)]
  const failed = state === 'failed' && {
    code: charge.failure_code ?? 'card_declined',
    message: charge.failure_message ?? '',
  }
  return {
    id: charge.id,
    reference: charge.metadata?.reference ?? null,
    state: state ?? 'pending',
    currency,
    amount: fromGateway('clover', Number(charge.amount), currency),
    refunded: fromGateway('clover', Number(charge.amount_refunded ?? 0), currency),
    fee: null,
    dispute: null,
    disputeFee: 0,
    saved: null,
    payoutId: null,
    problem: failed || null,
    method: {
      kind: 'card',
      brand: named(brand || 'Card'),
      last4: last4 ?? '',
      expires: yearMonth(exp_year, exp_month),
    },
    paidAt: state === 'succeeded' ? new Date(Number(charge.created)) : null,
  }
}

const chargeOf = async (call: Call, id: string) =>
  facts(good(await call('ecommerce', 'GET', `/v1/charges/${encodeURIComponent(id)}`)).body)

const declineCodes = /declined|insufficient|expired|fraud|lost|stolen|incorrect|processing_error/

const moneyCalls = (call: Call) =>
  ({
    async charge({ reference, amount, currency, saved, description, key }) {
      isTaken(currency)
      const body = {
        amount: toGateway('clover', amount, currency),
        currency: currency.toLowerCase(),
        source: saved.methodId,
        ecomind: 'ecom',
        description: description || undefined,
        metadata: { reference },
        stored_credentials: { sequence: 'SUBSEQUENT', is_scheduled: true, initiator: 'MERCHANT' },
      }
      const answer = await call('ecommerce', 'POST', '/v1/charges', { body, key })
      const code = String(answer.body.error?.declineCode ?? answer.body.error?.code ?? '')
      if (answer.status === 402 || (answer.status === 400 && declineCodes.test(code)))
        throw new Declined(code || 'card_declined', answer.body.message || 'The card was declined.')
      const told = facts(good(answer).body)
      if (told.state === 'failed') throw new Declined(told.problem!.code, told.problem!.message)
      return { ...told, reference, saved }
    },
    payment: id => chargeOf(call, id),
    async refund({ paymentId, amount, currency, key }) {
      const body = { charge: paymentId, amount: toGateway('clover', amount, currency) }
      const made = good(await call('ecommerce', 'POST', '/v1/refunds', { body, key })).body
      const state = ({ succeeded: 'succeeded', failed: 'failed' } as const)[String(made.status)] ?? ('pending' as const)
      return { id: String(made.id), state, amount }
    },
  }) satisfies Partial<Gateway>

const lists = (call: Call): Pick<Gateway, 'payments' | 'payouts'> => ({
  async *payments(since) {
    const all: Json[] = []
    for (let after = '', more = true; more; ) {
      const asked = new URLSearchParams({ 'created[gte]': String(since.getTime()), limit: '100' })
      if (after) asked.set('starting_after', after)
      const { data = [], has_more } = good(await call('ecommerce', 'GET', `/v1/charges?${asked}`)).body
      all.push(...data)
      const last = data.at(-1)?.id
      more = Boolean(has_more && last && last !== after)
      after = last ?? ''
    }
    for (const charge of all.sort((a, b) => Number(a.created) - Number(b.created))) yield facts(charge)
  },
  // Deposits are no part of Clover's interface.
  async *payouts() {},
})
