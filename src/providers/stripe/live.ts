import Stripe from 'stripe'
import type { StripeProvider, SubscriptionFacts } from './index.ts'
import { BadSignature, Declined, InvalidRequest, Unknown, Unreachable } from './rules/errors.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
const date = (at: number) => new Date(at * 1_000)
const maybe = (at: number | null | undefined) => (at ? date(at) : null)
const idOf = (what: string | { id: string } | null | undefined) =>
  typeof what === 'string' ? what : (what?.id ?? null)

/** Invalid requests that say how something stands, not that we asked wrongly. */
const refusals = new Set(['charge_already_refunded', 'card_declined', 'expired_card', 'authentication_required'])

/** What the SDK throws, in our words: only a card's refusal is for the person at the screen. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error.code === 'resource_missing') return new Unknown(error.message)
  if (error.type === 'StripeCardError' || refusals.has(error.code ?? '')) return new Declined(error.message)
  if (error.type === 'StripeInvalidRequestError') return new InvalidRequest(error.message)
  return new Unreachable(error.message)
}

const told =
  <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
  (...args: A): Promise<R> =>
    call(...args).catch(error => {
      throw translated(error)
    })

/** The official SDK. `host` leads elsewhere, for trying the adapter against a server of one's own. */
export function liveStripe(secretKey: string, webhookSecret: string, host?: Stripe.StripeConfig): StripeProvider {
  const api = new Stripe(secretKey, { maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...host })
  const test = secretKey.includes('_test_') ? 'test/' : ''
  const adapter: StripeProvider = {
    name: 'stripe',
    pageOf: id => `https://dashboard.stripe.com/${test}${pages[id.split('_')[0]!] ?? 'search?query='}${id}`,
    ...catalogue(api),
    ...customers(api),
    ...selling(api),
    ...subscriptionCalls(api),
    ...invoiceCalls(api),
    // Stripe keeps its own time.
    tick: async () => {},
    async verifyWebhook(rawBody, signature) {
      try {
        const event = Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, 300)
        return { id: event.id, type: event.type, objectId: (event.data.object as { id?: string }).id ?? '' }
      } catch (error) {
        throw new BadSignature(String(error))
      }
    },
  }
  for (const [name, call] of Object.entries(adapter))
    if (typeof call === 'function' && name !== 'pageOf') Object.assign(adapter, { [name]: told(call as never) })
  return adapter
}

const pages: Record<string, string> = {
  sub: 'subscriptions/',
  cus: 'customers/',
  in: 'invoices/',
  prod: 'products/',
}

const catalogue = (api: Stripe) =>
  ({
    async saveProduct({ id, productId, name, description, active, key }) {
      const words = { name, description: description || undefined, active, metadata: { lampstand_product: id } }
      const product = productId
        ? await api.products.update(productId, words)
        : await api.products.create(words, { idempotencyKey: `product-${key}` })
      return { productId: product.id }
    },
    async deleteProduct(productId, priceIds) {
      // A product with prices can't be deleted at Stripe; put away, nobody sees it again.
      for (const id of priceIds) await api.prices.update(id, { active: false })
      if (priceIds.length > 0) await api.products.update(productId, { active: false })
      else await api.products.del(productId)
    },
    async createPrice({ productId, unitAmount, currency, interval, key }) {
      const price = {
        product: productId,
        unit_amount: unitAmount,
        currency: currency.toLowerCase(),
        recurring: { interval },
      }
      return { priceId: (await api.prices.create(price, { idempotencyKey: `price-${key}` })).id }
    },
    async setPriceActive(priceId, active) {
      await api.prices.update(priceId, { active })
    },
  }) satisfies Partial<StripeProvider>

const customers = (api: Stripe) =>
  ({
    async createCustomer({ clientId, email, name, key }) {
      const customer = await api.customers.create(
        { email, name, metadata: { lampstand_client: clientId } },
        { idempotencyKey: `customer-${key}` },
      )
      return { customerId: customer.id }
    },
    async updateCustomer(customerId, words) {
      await api.customers.update(customerId, words)
    },
    async customer(customerId) {
      const found = await api.customers.retrieve(customerId, {
        expand: ['invoice_settings.default_payment_method', 'test_clock'],
      })
      if (found.deleted) throw new Unknown(customerId)
      const method = found.invoice_settings.default_payment_method as Stripe.PaymentMethod | null
      const own = method?.card ?? (await api.customers.listPaymentMethods(customerId, { limit: 1 })).data[0]?.card
      const clock = found.test_clock as { frozen_time?: number } | null
      return {
        clientId: found.metadata.lampstand_client ?? null,
        card: own ? `${own.brand[0]!.toUpperCase()}${own.brand.slice(1)} ${own.last4}` : null,
        clockShift: clock?.frozen_time ? clock.frozen_time * 1_000 - Date.now() : 0,
      }
    },
  }) satisfies Partial<StripeProvider>

const beside = ({ clientId, userId }: { clientId: string; userId: string | null }) => ({
  lampstand_client: clientId,
  ...(userId && { lampstand_user: userId }),
})
const PAUSE = { end_behavior: { missing_payment_method: 'pause' as const } }

/** Ours among the portal's settings, made on first use: changes of plan follow our terms, so they are made here. */
async function portalConfiguration(api: Stripe): Promise<string> {
  const metadata = { lampstand: 'portal-1' }
  for await (const one of api.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (one.metadata?.lampstand === metadata.lampstand) return one.id
  const made = await api.billingPortal.configurations.create({
    metadata,
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'name'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false, default_allowed_updates: [], products: [] },
    },
  })
  return made.id
}

const selling = (api: Stripe) =>
  ({
    async startTrial({ customerId, priceId, days, key, ...who }) {
      const subscription = await api.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          trial_period_days: days,
          trial_settings: PAUSE,
          metadata: beside(who),
        },
        { idempotencyKey: `trial-${key}` },
      )
      return subscriptionFacts(api, subscription)
    },
    async checkout({ customerId, priceId, trialEnd, successUrl, cancelUrl, ...who }) {
      for await (const open of api.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 }))
        await api.checkout.sessions.expire(open.id)
      // Stripe takes no trial of less than two days; then the first payment is due at once.
      const trial = trialEnd && trialEnd.getTime() > Date.now() + 49 * 3_600_000 ? { trial_end: seconds(trialEnd) } : {}
      const session = await api.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        line_items: [{ price: priceId, quantity: 1 }],
        subscription_data: { metadata: beside(who), ...trial },
        client_reference_id: who.clientId,
        success_url: successUrl,
        cancel_url: cancelUrl,
        allow_promotion_codes: true,
        customer_update: { address: 'auto', name: 'auto' },
      })
      return { id: session.id, url: session.url! }
    },
    async checkoutResult(id) {
      const session = await api.checkout.sessions.retrieve(id)
      const done = session.status === 'complete'
      return { customerId: idOf(session.customer)!, subscriptionId: done ? idOf(session.subscription) : null }
    },
    async portal({ customerId, returnUrl }) {
      const configuration = await portalConfiguration(api)
      const session = await api.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        configuration,
      })
      return { url: session.url }
    },
  }) satisfies Partial<StripeProvider>

/** Periods stand at the items; what is owed, at the open invoices. */
async function subscriptionFacts(api: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionFacts> {
  const item = subscription.items.data[0]!
  const owes = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const open = owes ? (await api.invoices.list({ subscription: subscription.id, status: 'open', limit: 100 })).data : []
  const owed = open.map(invoice => invoice.created)
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer)!,
    clientId: subscription.metadata.lampstand_client ?? null,
    userId: subscription.metadata.lampstand_user ?? null,
    priceId: item.price.id,
    status: subscription.status as SubscriptionFacts['status'],
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    currentPeriodStart: date(item.current_period_start),
    currentPeriodEnd: date(item.current_period_end),
    trialEnd: maybe(subscription.trial_end),
    canceledAt: maybe(subscription.canceled_at),
    endedAt: maybe(subscription.ended_at),
    startedAt: date(subscription.created),
    nextPriceId: await nextPrice(api, subscription, item.price.id),
    owedSince: owed.length ? date(Math.min(...owed)) : null,
    comp: subscription.metadata.lampstand_comp === 'true',
  }
}

async function nextPrice(api: Stripe, { schedule }: Stripe.Subscription, current: string): Promise<string | null> {
  const id = idOf(schedule)
  if (!id) return null
  const next = (await api.subscriptionSchedules.retrieve(id)).phases.at(-1)?.items[0]
  const price = idOf(next?.price as string | { id: string } | undefined)
  return price && price !== current ? price : null
}

async function changePrice(api: Stripe, ...[id, priceId, when, key]: Parameters<StripeProvider['changePrice']>) {
  const subscription = await api.subscriptions.retrieve(id)
  const schedule = idOf(subscription.schedule)
  if (schedule) await api.subscriptionSchedules.release(schedule)
  const item = subscription.items.data[0]!
  if (item.price.id === priceId) return
  if (when === 'now') {
    const change = { items: [{ id: item.id, price: priceId }], proration_behavior: 'always_invoice' as const }
    await api.subscriptions.update(id, change, { idempotencyKey: `change-${key}` })
    return
  }
  const made = await api.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey: `later-${key}` })
  const { start_date, end_date } = made.phases[0]!
  await api.subscriptionSchedules.update(made.id, {
    end_behavior: 'release',
    phases: [
      { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date },
      { items: [{ price: priceId, quantity: 1 }], proration_behavior: 'none' },
    ],
  })
}

const subscriptionCalls = (api: Stripe) =>
  ({
    subscription: async id => subscriptionFacts(api, await api.subscriptions.retrieve(id)),
    async subscriptionsOf(customerId) {
      const all: SubscriptionFacts[] = []
      for await (const one of api.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }))
        all.push(await subscriptionFacts(api, one))
      return all
    },
    async previewChange(id, priceId) {
      const subscription = await api.subscriptions.retrieve(id)
      const items = [{ id: subscription.items.data[0]!.id, price: priceId }]
      const preview = await api.invoices.createPreview({
        subscription: id,
        subscription_details: { items, proration_behavior: 'always_invoice' },
      })
      return { amount: preview.amount_due, currency: preview.currency.toUpperCase() }
    },
    changePrice: (...asked) => changePrice(api, ...asked),
    async cancel(id, when) {
      if (when === 'now') await api.subscriptions.cancel(id)
      else await api.subscriptions.update(id, { cancel_at_period_end: true })
    },
    async resume(id) {
      const { status } = await api.subscriptions.retrieve(id)
      if (status === 'paused') await api.subscriptions.resume(id)
      else await api.subscriptions.update(id, { cancel_at_period_end: false })
    },
    async extendTrial(id, until) {
      await api.subscriptions.update(id, { trial_end: seconds(until), proration_behavior: 'none' })
    },
    async comp(id, free) {
      const metadata = { lampstand_comp: String(free) }
      if (!free) return void (await api.subscriptions.update(id, { discounts: '', metadata }))
      const coupon = { id: 'lampstand-comp', percent_off: 100, duration: 'forever' as const, name: 'Free of charge' }
      await api.coupons.create(coupon).catch(error => {
        if (error.code !== 'resource_already_exists') throw error
      })
      await api.subscriptions.update(id, { discounts: [{ coupon: coupon.id }], metadata })
    },
  }) satisfies Partial<StripeProvider>

/** What has been given back, of every payment that an invoice got. */
async function paymentsOf(api: Stripe, invoiceId: string) {
  const payments = await api.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 100 })
  const intents = payments.data.map(({ payment }) => idOf(payment.payment_intent)).filter(id => id !== null)
  const charges = []
  for (const id of intents) {
    const intent = await api.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as Stripe.Charge | null
    if (charge) charges.push({ intent: id, refunded: charge.amount_refunded })
  }
  return charges
}

async function invoiceFacts(api: Stripe, invoice: Stripe.Invoice) {
  const charges = invoice.status === 'paid' && invoice.amount_paid > 0 ? await paymentsOf(api, invoice.id!) : []
  const line = invoice.lines.data[0]?.period
  return {
    id: invoice.id!,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number ?? '',
    status: (invoice.status ?? 'draft') as 'draft' | 'open' | 'paid' | 'uncollectible' | 'void',
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    amountRefunded: charges.reduce((sum, { refunded }) => sum + refunded, 0),
    currency: invoice.currency.toUpperCase(),
    periodStart: date(line?.start ?? invoice.period_start),
    periodEnd: date(line?.end ?? invoice.period_end),
    issuedAt: date(invoice.created),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/** A refund's notice names the charge; its invoice is found by the payment. */
async function invoiceOf(api: Stripe, id: string): Promise<Stripe.Invoice> {
  if (!id.startsWith('ch_')) return api.invoices.retrieve(id)
  const charge = await api.charges.retrieve(id)
  const intent = idOf(charge.payment_intent)
  const payments = intent
    ? await api.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 })
    : undefined
  const invoice = idOf(payments?.data[0]?.invoice as string | { id: string } | undefined)
  if (!invoice) throw new Unknown(id)
  return api.invoices.retrieve(invoice)
}

const invoiceCalls = (api: Stripe) =>
  ({
    invoice: async id => invoiceFacts(api, await invoiceOf(api, id)),
    async invoicesOf(subscriptionId) {
      const { data } = await api.invoices.list({ subscription: subscriptionId, limit: 24 })
      return Promise.all(data.map(one => invoiceFacts(api, one)))
    },
    async collect(invoiceId) {
      const paid = await api.invoices.pay(invoiceId).catch(error => {
        if (error.type === 'StripeCardError') return null
        throw error
      })
      return paid?.status === 'paid'
    },
    async refund(invoiceId, amount, key) {
      let left = amount
      const payments = await paymentsOf(api, invoiceId)
      for (const { intent } of payments) {
        if (left <= 0) break
        const refund = await api.refunds.create(
          { payment_intent: intent, amount: left },
          { idempotencyKey: `${key}-${intent}` },
        )
        left -= refund.amount
      }
    },
  }) satisfies Partial<StripeProvider>
