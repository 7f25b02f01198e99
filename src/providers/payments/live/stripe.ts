import Stripe from 'stripe'
import { clock } from '#kernel/clock.ts'
import type { Access, ChargeInput, CheckoutInput, Gateway, SaveInput } from '../index.ts'
import { fromGateway, toGateway } from '../rules/amounts.ts'
import { Declined, GatewayRefused, GatewayUnavailable } from '../rules/errors.ts'
import { stripeNotice } from '../rules/notices.ts'
import { abilities } from '../rules/terms.ts'
import { scrubbed, TIMEOUT_MS } from './asking.ts'
import { isAttempt, paymentFacts, savedOf, WITH_CHARGE, withDispute } from './stripe-facts.ts'

type Keys = Extract<Access, { kind: 'stripe' }>

/** What the SDK throws, in our words. */
function translated(error: unknown, { secretKey, webhookSecret }: Keys): unknown {
  if (error instanceof Declined || error instanceof GatewayRefused) return error
  // The SDK stumbles over an answer that isn't one.
  if (!(error instanceof Stripe.errors.StripeError))
    return new GatewayUnavailable('Stripe sent something that is not an answer.', { cause: error })
  const { code, type, statusCode } = error
  const message = scrubbed(error.message, [secretKey, webhookSecret])
  if (type === 'StripeAuthenticationError' || statusCode === 401)
    return new GatewayRefused('Stripe did not accept the secret key.', 'secretKey')
  if (type === 'StripePermissionError' || statusCode === 403)
    return new GatewayRefused(`The secret key may not do this. ${message}`, 'secretKey')
  if (type === 'StripeCardError') return new Declined(error.decline_code ?? code ?? 'card_declined', message)
  if (type === 'StripeIdempotencyError') return new GatewayRefused('This key was used for something else.', 'key')
  if (type === 'StripeInvalidRequestError' && statusCode !== 409)
    return new GatewayRefused(message, error.param ?? null)
  return new GatewayUnavailable('Stripe is not responding.')
}

const told =
  <A extends unknown[], R>(keys: Keys, call: (...args: A) => Promise<R>) =>
  (...args: A): Promise<R> =>
    call(...args).catch(error => {
      throw translated(error, keys)
    })

/** The official SDK. `host` leads elsewhere, for trying the adapter against a server of one's own. */
export function stripeGateway(keys: Keys, host?: Stripe.StripeConfig): Gateway {
  const { secretKey, webhookSecret } = keys
  const api = new Stripe(secretKey, { maxNetworkRetries: 1, timeout: TIMEOUT_MS, telemetry: false, ...host })
  const calls = { ...accountCalls(api, keys), ...pageCalls(api), ...moneyCalls(api) }
  for (const [name, call] of Object.entries(calls)) Object.assign(calls, { [name]: told(keys, call as never) })
  return {
    name: 'stripe',
    mode: secretKey.includes('_test_') ? 'test' : 'live',
    can: abilities.stripe,
    ...calls,
    ...lists(api, keys),
    verifyWebhook: async (rawBody, headers) => stripeNotice(rawBody, headers, webhookSecret, clock.ms()),
  }
}

/** What we read; nothing else is sent. */
const EVENTS = [
  ...['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'].map(it => `checkout.session.${it}`),
  ...['succeeded', 'payment_failed', 'processing', 'canceled'].map(it => `payment_intent.${it}`),
  'charge.refunded',
  'charge.refund.updated',
  'payout.paid',
  'payout.failed',
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(it => `charge.dispute.${it}`),
] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const accountCalls = (api: Stripe, { secretKey, webhookSecret }: Keys) =>
  ({
    async account() {
      const { id, country, default_currency, charges_enabled, ...about } = await api.accounts.retrieveCurrent()
      return {
        id,
        country: country ?? null,
        currency: default_currency?.toUpperCase() ?? null,
        name: about.business_profile?.name || about.settings?.dashboard.display_name || id,
        charges: charges_enabled,
        mode: secretKey.includes('_test_') ? ('test' as const) : ('live' as const),
      }
    },
    async registerWebhook(url) {
      for await (const one of api.webhookEndpoints.list({ limit: 100 })) {
        if (one.url !== url) continue
        const complete = EVENTS.every(event => one.enabled_events.includes(event))
        if (complete && one.status === 'enabled' && webhookSecret) return { id: one.id, secret: webhookSecret }
        // Its secret is told once, when it is made.
        await api.webhookEndpoints.del(one.id)
      }
      const made = await api.webhookEndpoints.create({ url, enabled_events: EVENTS, description: 'Lampstand' })
      return { id: made.id, secret: made.secret! }
    },
  }) satisfies Partial<Gateway>

/** Wallets come with cards; bank debits are for dollars. */
function typesFor(methods: CheckoutInput['methods'], currency: string): ('card' | 'us_bank_account')[] {
  const card = methods.includes('card') || methods.includes('wallet')
  const types = [
    ...(card ? ['card' as const] : []),
    ...(methods.includes('ach') && currency === 'USD' ? ['us_bank_account' as const] : []),
  ]
  if (types.length === 0) throw new GatewayRefused('Stripe takes none of these methods.', 'methods')
  return types
}

/** A card's statement shows the account's own name and ours after it. */
const onStatement = (descriptor: string | null, card: boolean) =>
  descriptor ? (card ? { statement_descriptor_suffix: descriptor } : { statement_descriptor: descriptor }) : {}

const pageOf = ({ id, url, expires_at }: Stripe.Checkout.Session) => ({
  id,
  url: url!,
  expiresAt: new Date(expires_at * 1_000),
})

async function openCheckout(api: Stripe, input: CheckoutInput) {
  const { reference, amount, currency, description, payer, save, descriptor, key } = input
  const types = typesFor(input.methods, currency)
  const price = {
    currency: currency.toLowerCase(),
    unit_amount: toGateway('stripe', amount, currency),
    product_data: { name: description || 'Payment' },
  }
  const session = await api.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: reference,
      allowed_payment_method_types: types,
      line_items: [{ quantity: 1, price_data: price }],
      customer_email: payer.email || undefined,
      customer_creation: save ? 'always' : 'if_required',
      metadata: { lampstand_payment: reference },
      payment_intent_data: {
        description: description || undefined,
        ...onStatement(descriptor, types.includes('card')),
        metadata: { lampstand_payment: reference, lampstand_by: 'checkout' },
        ...(save && { setup_future_usage: 'off_session' }),
      },
      success_url: input.returnUrl,
      cancel_url: input.cancelUrl,
    },
    { idempotencyKey: `checkout-${key}` },
  )
  return pageOf(session)
}

async function openSetup(api: Stripe, { reference, payer, customerId, key, ...input }: SaveInput) {
  const customer =
    customerId ??
    (
      await api.customers.create(
        { name: payer.name || undefined, email: payer.email || undefined },
        { idempotencyKey: `customer-${key}` },
      )
    ).id
  const session = await api.checkout.sessions.create(
    {
      mode: 'setup',
      client_reference_id: reference,
      customer,
      currency: input.currency.toLowerCase(),
      allowed_payment_method_types: typesFor(abilities.stripe.methods, input.currency),
      metadata: { lampstand_payment: reference },
      success_url: input.returnUrl,
      cancel_url: input.cancelUrl,
    },
    { idempotencyKey: `setup-${key}` },
  )
  return pageOf(session)
}

const pageState = (status: string | null) => (status === 'complete' || status === 'expired' ? status : 'open')

const pageCalls = (api: Stripe) =>
  ({
    checkout: input => openCheckout(api, input),
    saveMethod: input => openSetup(api, input),
    async checkoutResult(id) {
      const expand = [...WITH_CHARGE.map(path => `payment_intent.${path}`), 'setup_intent.payment_method']
      const session = await api.checkout.sessions.retrieve(id, { expand })
      const intent = session.payment_intent as Stripe.PaymentIntent | null
      const setup = session.setup_intent as Stripe.SetupIntent | null
      // A try that the bank declined is no payment while the page is open.
      const counts = intent && (session.status === 'complete' || !isAttempt(intent))
      const payment = counts ? await withDispute(api, paymentFacts(intent), intent) : null
      return {
        state: pageState(session.status),
        reference: session.client_reference_id ?? '',
        payment,
        saved: payment?.saved ?? (setup?.status === 'succeeded' ? savedOf(setup.customer, setup.payment_method) : null),
      }
    },
  }) satisfies Partial<Gateway>

async function chargeKept(
  api: Stripe,
  { reference, amount, currency, saved, descriptor, description, key }: ChargeInput,
) {
  const type = saved.kind === 'ach' ? 'us_bank_account' : 'card'
  const intent = await api.paymentIntents.create(
    {
      amount: toGateway('stripe', amount, currency),
      currency: currency.toLowerCase(),
      customer: saved.customerId,
      payment_method: saved.methodId,
      allowed_payment_method_types: [type],
      off_session: true,
      confirm: true,
      description: description || undefined,
      ...onStatement(descriptor, type === 'card'),
      metadata: { lampstand_payment: reference, lampstand_by: 'charge' },
      expand: WITH_CHARGE,
    },
    { idempotencyKey: `charge-${key}` },
  )
  const facts = paymentFacts(intent)
  if (facts.state === 'failed') throw new Declined(facts.problem?.code ?? 'card_declined', facts.problem?.message ?? '')
  return { ...facts, saved }
}

const moneyCalls = (api: Stripe) =>
  ({
    charge: input => chargeKept(api, input),
    async payment(id) {
      const intent = await api.paymentIntents.retrieve(id, { expand: WITH_CHARGE })
      return withDispute(api, paymentFacts(intent), intent)
    },
    async refund({ paymentId, amount, currency, key }) {
      const refund = await api.refunds.create(
        { payment_intent: paymentId, amount: toGateway('stripe', amount, currency) },
        { idempotencyKey: `refund-${key}` },
      )
      const done = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const
      const state = done[refund.status as keyof typeof done] ?? ('pending' as const)
      return { id: refund.id, state, amount: fromGateway('stripe', refund.amount, currency) }
    },
  }) satisfies Partial<Gateway>

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

const lists = (api: Stripe, keys: Keys) =>
  ({
    /** Those that began since then: Stripe lists by that alone. */
    async *payments(since) {
      const all: Stripe.PaymentIntent[] = []
      const expand = WITH_CHARGE.map(path => `data.${path}`)
      try {
        for await (const one of api.paymentIntents.list({ created: { gte: seconds(since) }, limit: 100, expand }))
          if (!isAttempt(one)) all.push(one)
        for (const one of all.reverse()) yield await withDispute(api, paymentFacts(one), one)
      } catch (error) {
        throw translated(error, keys)
      }
    },
    async *payouts(since) {
      try {
        const all: Stripe.Payout[] = []
        for await (const one of api.payouts.list({ created: { gte: seconds(since) }, limit: 100 })) all.push(one)
        for (const one of all.reverse()) yield await payoutFacts(api, one)
      } catch (error) {
        throw translated(error, keys)
      }
    },
  }) satisfies Partial<Gateway>

async function payoutFacts(api: Stripe, payout: Stripe.Payout) {
  const { id, amount, arrival_date, automatic, status } = payout
  const currency = payout.currency.toUpperCase()
  const paymentIds = new Set<string>()
  if (automatic)
    for await (const move of api.balanceTransactions.list({ payout: id, limit: 100, expand: ['data.source'] })) {
      const source = move.source as { payment_intent?: string | { id: string } | null } | null
      const intent = source?.payment_intent
      if (intent) paymentIds.add(typeof intent === 'string' ? intent : intent.id)
    }
  const states = { paid: 'paid', failed: 'failed', canceled: 'failed' } as const
  return {
    id,
    state: states[status as keyof typeof states] ?? ('pending' as const),
    currency,
    amount: fromGateway('stripe', amount, currency),
    arrivesOn: new Date(arrival_date * 1_000).toISOString().slice(0, 10),
    paymentIds: [...paymentIds],
  }
}
