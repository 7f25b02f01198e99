import Stripe from 'stripe'
import { env } from '#kernel/env.ts'
import { asPlatform } from '#kernel/run.ts'
import type { StripeProvider } from '../index.ts'
import { BadSignature, Declined, Unknown } from '../rules/errors.ts'
import { act, actOn, changeNow, invoiceFacts, subscriptionFacts } from './acts/service.ts'
import { collect, end, keepSubscription } from './engine/service.ts'
import { deliverNotices, signingSecret } from './notices/service.ts'
import { cards, difference, yearly } from './rules.ts'
import { every, forget, keep, newId, ofCustomer, take, tell } from './store/service.ts'

const inSandbox = <T>(work: Parameters<typeof asPlatform<T>>[1]) => asPlatform('stripe sandbox', work)
const DAY = 86_400_000

/** Stands in for Stripe: keeps what it is given, bills by its own clock, signs its notices, has pages of its own. */
export const sandboxStripe: StripeProvider = {
  name: 'sandbox',
  pageOf: () => null,

  saveProduct: ({ id, productId, name, description, active }) =>
    inSandbox(async db => {
      const known = productId ?? `prod_sbx${id.replaceAll('-', '')}`
      await keep(db, 'product', { name, description, active }, { id: known })
      return { productId: known }
    }),
  deleteProduct: (productId, priceIds) =>
    inSandbox(async db => {
      for (const id of [...priceIds, productId]) await forget(db, id)
    }),
  createPrice: ({ productId, unitAmount, currency, interval, key }) =>
    inSandbox(async db => {
      const id = `price_sbx${key.replace(/[^a-z0-9]/gi, '')}`
      await keep(db, 'price', { product: productId, unitAmount, currency, interval, active: true }, { id })
      return { priceId: id }
    }),
  setPriceActive: (priceId, active) =>
    inSandbox(async db => {
      const price = await take(db, 'price', priceId)
      if (!price) throw new Unknown(priceId)
      await keep(db, 'price', { ...price.data, active }, { id: priceId })
    }),

  createCustomer: ({ clientId, email, name }) =>
    inSandbox(async db => {
      const id = `cus_sbx${clientId.replaceAll('-', '')}`
      if (!(await take(db, 'customer', id)))
        await keep(db, 'customer', { clientId, email, name, card: null, shift: 0 }, { id, customer: id })
      return { customerId: id }
    }),
  updateCustomer: (customerId, changes) =>
    act(customerId, async (db, { data }) => {
      await keep(db, 'customer', { ...data, ...changes }, { id: customerId, customer: customerId })
      await tell(db, 'customer.updated', customerId)
    }),
  customer: customerId =>
    act(customerId, async (_, { data }) => ({
      clientId: data.clientId,
      card: data.card && cards[data.card].slice(0, 9),
      clockShift: data.shift,
    })),

  startTrial: ({ customerId, priceId, days, clientId, userId, key }) =>
    act(customerId, async (db, customer, now) => {
      const id = `sub_sbx${key.replace(/[^a-z0-9]/gi, '')}`
      const known = await take(db, 'subscription', id)
      if (known) return subscriptionFacts(db, customer, known)
      if (!(await take(db, 'price', priceId))) throw new Unknown(priceId)
      const trialEnd = now + days * DAY
      const subscription = {
        id,
        kind: 'subscription' as const,
        customer: customerId,
        dueAt: null,
        data: {
          price: priceId,
          clientId,
          userId,
          status: 'trialing' as const,
          cancelAtPeriodEnd: false,
          periodStart: now,
          periodEnd: trialEnd,
          trialEnd,
          startedAt: now,
          canceledAt: null,
          endedAt: null,
          nextPrice: null,
          comp: false,
        },
      }
      await keepSubscription(db, subscription)
      await tell(db, 'customer.subscription.created', id)
      return subscriptionFacts(db, customer, subscription)
    }),

  checkout: ({ customerId, priceId, clientId, userId, trialEnd, successUrl, cancelUrl }) =>
    act(customerId, async db => {
      for (const open of await ofCustomer(db, 'checkout', customerId))
        if (open.data.status === 'open')
          await keep(db, 'checkout', { ...open.data, status: 'expired' }, { id: open.id, customer: customerId })
      const id = newId('checkout')
      const page = { price: priceId, clientId, userId, trialEnd: trialEnd?.getTime() ?? null, cancelUrl }
      const made = { ...page, successUrl: successUrl.replace('{CHECKOUT_SESSION_ID}', id) }
      await keep(db, 'checkout', { ...made, status: 'open', subscription: null }, { id, customer: customerId })
      return { id, url: `${env.publicUrl}/sandbox/checkout/${id}` }
    }),
  checkoutResult: id =>
    inSandbox(async db => {
      const page = await take(db, 'checkout', id)
      if (!page) throw new Unknown(id)
      return { customerId: page.customer!, subscriptionId: page.data.subscription }
    }),
  portal: ({ customerId, returnUrl }) =>
    act(customerId, async db => {
      const id = await keep(db, 'portal', { returnUrl }, { customer: customerId })
      return { url: `${env.publicUrl}/sandbox/portal/${id}` }
    }),

  subscription: id => actOn('subscription', id, (db, { it, customer }) => subscriptionFacts(db, customer, it)),
  subscriptionsOf: customerId =>
    act(customerId, async (db, customer) => {
      const all = await ofCustomer(db, 'subscription', customerId)
      return Promise.all(all.map(one => subscriptionFacts(db, customer, one)))
    }),
  previewChange: (id, priceId) =>
    actOn('subscription', id, async (db, { it, now }) => {
      const [from, to] = [await take(db, 'price', it.data.price), await take(db, 'price', priceId)]
      if (!from || !to) throw new Unknown(priceId)
      const running = it.data.status === 'active' || it.data.status === 'past_due'
      const amount = running && !it.data.comp ? difference(from.data, to.data, it.data, now) : 0
      return { amount: yearly(to.data) < yearly(from.data) ? 0 : amount, currency: to.data.currency }
    }),
  changePrice: (id, priceId, when) =>
    actOn('subscription', id, async (db, { it, customer, now }) => {
      if (it.data.status === 'canceled') throw new Declined('This subscription has ended.')
      if (when === 'now' || it.data.status === 'trialing') return changeNow(db, customer, it, priceId, now)
      it.data.nextPrice = priceId === it.data.price ? null : priceId
      await keepSubscription(db, it)
      await tell(db, 'customer.subscription.updated', id)
    }),
  cancel: (id, when) =>
    actOn('subscription', id, async (db, { it, now }) => {
      if (it.data.status === 'canceled') return
      if (when === 'now') return end(db, it, now)
      Object.assign(it.data, { cancelAtPeriodEnd: true, canceledAt: now })
      await keepSubscription(db, it)
      await tell(db, 'customer.subscription.updated', id)
    }),
  resume: id =>
    actOn('subscription', id, async (db, { it, customer, now }) => {
      if (it.data.status === 'canceled') throw new Declined('This subscription has ended. Please choose a plan again.')
      Object.assign(it.data, { cancelAtPeriodEnd: false, canceledAt: null })
      if (it.data.status === 'paused') return changeNow(db, customer, it, it.data.price, now)
      await keepSubscription(db, it)
      await tell(db, 'customer.subscription.updated', id)
    }),
  extendTrial: (id, until) =>
    actOn('subscription', id, async (db, { it }) => {
      if (it.data.status !== 'trialing' && it.data.status !== 'paused')
        throw new Declined('Only a trial can be extended.')
      const end = until.getTime()
      Object.assign(it.data, { status: 'trialing', trialEnd: end, periodEnd: end })
      await keepSubscription(db, it)
      await tell(db, 'customer.subscription.updated', id)
    }),
  comp: (id, free) =>
    actOn('subscription', id, async (db, { it }) => {
      it.data.comp = free
      await keepSubscription(db, it)
      await tell(db, 'customer.subscription.updated', id)
    }),

  invoice: id => actOn('invoice', id, async (_, { it, customer }) => invoiceFacts(customer, it)),
  invoicesOf: id =>
    actOn('subscription', id, async (db, { customer }) => {
      const all = await ofCustomer(db, 'invoice', customer.id)
      return all.filter(({ data }) => data.subscription === id).map(one => invoiceFacts(customer, one))
    }),
  collect: id => actOn('invoice', id, (db, { it, customer }) => collect(db, customer, it, false)),
  refund: (id, amount) =>
    actOn('invoice', id, async (db, { it, customer }) => {
      const { amountPaid, amountRefunded } = it.data
      if (amount > amountPaid - amountRefunded) throw new Declined('You can’t refund more than was paid.')
      const changed = { ...it.data, amountRefunded: amountRefunded + amount }
      await keep(db, 'invoice', changed, { id, customer: customer.id })
      await tell(db, 'charge.refunded', id)
    }),

  async tick() {
    const due = await inSandbox(db => every(db, 'customer'))
    for (const { id } of due) await act(id, async () => {})
    await deliverNotices()
  },
  async verifyWebhook(rawBody, signature) {
    try {
      const event = Stripe.webhooks.constructEvent(rawBody, signature, await signingSecret(), 300)
      return { id: event.id, type: event.type, objectId: (event.data.object as { id: string }).id }
    } catch (error) {
      throw new BadSignature(String(error))
    }
  },
}
