import type { Db } from '#kernel/db.ts'
import { Declined } from '../../rules/errors.ts'
import { act, actOn, changeNow } from '../acts/service.ts'
import { beginPeriod, catchUp, collect, keepSubscription, nextMoment, timeOf } from '../engine/service.ts'
import { type CardName, difference, yearly } from '../rules.ts'
import { every, type Kept, keep, newId, ofCustomer, take, tell } from '../store/service.ts'

const DECLINED = 'Your card was declined. Nothing was charged; please choose another one.'

/** What a checkout page shows. */
export const checkoutPage = (id: string) =>
  actOn('checkout', id, async (db, { it, customer, now }) => {
    const price = (await take(db, 'price', it.data.price))!.data
    const product = (await take(db, 'product', price.product))!.data
    const trialEnd = it.data.trialEnd && it.data.trialEnd > now ? new Date(it.data.trialEnd) : null
    return { ...it.data, price, product, email: customer.data.email, trialEnd }
  })

/** Pays, or keeps the card for the end of the trial; pressed twice, it subscribes once. Answers where to go. */
export const completeCheckout = (id: string, card: CardName): Promise<string> =>
  actOn('checkout', id, async (db, { it, customer, now }) => {
    const { data } = it
    if (data.status === 'complete') return data.successUrl
    if (data.status === 'expired') throw new Declined('This page has expired. Please choose your plan again.')
    const trialing = data.trialEnd !== null && data.trialEnd > now
    if (card === '0002' || (card === '0341' && !trialing)) throw new Declined(DECLINED)
    customer.data.card = card
    await keep(db, 'customer', customer.data, { id: customer.id, customer: customer.id })
    const subscription = await begin(db, customer, data, trialing ? data.trialEnd : null, now)
    await keep(db, 'checkout', { ...data, status: 'complete', subscription }, { id, customer: customer.id })
    await tell(db, 'checkout.session.completed', id)
    return data.successUrl
  })

async function begin(
  db: Db,
  customer: Kept<'customer'>,
  { price, clientId, userId }: Kept<'checkout'>['data'],
  trialEnd: number | null,
  now: number,
): Promise<string> {
  const id = newId('subscription')
  const data = {
    price,
    clientId,
    userId,
    status: trialEnd ? ('trialing' as const) : ('active' as const),
    cancelAtPeriodEnd: false,
    periodStart: now,
    periodEnd: trialEnd ?? now,
    trialEnd,
    startedAt: now,
    canceledAt: null,
    endedAt: null,
    nextPrice: null,
    comp: false,
  }
  const subscription = { id, kind: 'subscription' as const, customer: customer.id, dueAt: null, data }
  await keepSubscription(db, subscription)
  await tell(db, 'customer.subscription.created', id)
  if (!trialEnd) await beginPeriod(db, customer, subscription, now, true)
  return id
}

/** What a portal page shows of its customer: the subscription that lives, or the last one. */
export const portalPage = (id: string) =>
  actOn('portal', id, async (db, { it, customer, now }) => {
    const all = await ofCustomer(db, 'subscription', customer.id)
    const subscription = all.find(({ data }) => data.status !== 'canceled') ?? all[0]
    const products = new Map((await every(db, 'product')).map(one => [one.id, one.data]))
    const prices = (await every(db, 'price')).map(one => ({ ...one, product: products.get(one.data.product) }))
    const current = prices.find(one => one.id === subscription?.data.price)
    const offers = prices
      .filter(({ id: other, data, product }) => data.active && product?.active && other !== current?.id)
      .map(one => ({ ...one, ...(current && subscription ? changeTo(one, current, subscription, now) : {}) }))
      .sort((a, b) => yearly(a.data) - yearly(b.data))
    const invoices = await ofCustomer(db, 'invoice', customer.id)
    const next = await nextMoment(db, customer.id)
    return { returnUrl: it.data.returnUrl, customer, subscription, current, offers, invoices, next, now }
  })

/** Upgrades start immediately and are prorated; downgrades wait for the next period. */
function changeTo(to: Kept<'price'>, from: Kept<'price'>, { data }: Kept<'subscription'>, now: number) {
  const later = yearly(to.data) < yearly(from.data) && data.status !== 'trialing'
  const billed = data.status === 'active' || data.status === 'past_due'
  return { later, costsNow: later || !billed ? 0 : difference(from.data, to.data, data, now) }
}

/** What someone does on the portal page; `which` is a card, a price or an invoice. */
export const usePortal = (id: string, action: string, which: string): Promise<string | null> =>
  actOn('portal', id, async (db, { customer, now }) => {
    const open = (await ofCustomer(db, 'subscription', customer.id)).find(({ data }) => data.status !== 'canceled')
    if (action === 'card') return saveCard(db, customer, which as CardName)
    if (action === 'pay') return pay(db, customer, which)
    if (!open) return 'There is no subscription.'
    if (action === 'cancel' || action === 'reactivate') await setCanceling(db, open, action === 'cancel', now)
    if (action === 'change') return change(db, customer, open, which, now)
    if (action === 'keep') await change(db, customer, open, open.data.price, now)
    return null
  })

async function saveCard(db: Db, customer: Kept<'customer'>, card: CardName): Promise<string | null> {
  if (card === '0002') return DECLINED
  customer.data.card = card
  await keep(db, 'customer', customer.data, { id: customer.id, customer: customer.id })
  await tell(db, 'customer.updated', customer.id)
  for (const invoice of await ofCustomer(db, 'invoice', customer.id))
    if (invoice.data.status === 'open') await collect(db, customer, invoice, true)
  const paused = (await ofCustomer(db, 'subscription', customer.id)).find(({ data }) => data.status === 'paused')
  if (paused) await changeNow(db, customer, paused, paused.data.price, timeOf(customer))
  return null
}

async function pay(db: Db, customer: Kept<'customer'>, invoiceId: string): Promise<string | null> {
  const invoice = await take(db, 'invoice', invoiceId)
  if (invoice?.customer !== customer.id) return 'Invoice not found.'
  return (await collect(db, customer, invoice, true)) ? null : DECLINED
}

async function setCanceling(db: Db, it: Kept<'subscription'>, ending: boolean, now: number): Promise<void> {
  Object.assign(it.data, { cancelAtPeriodEnd: ending, canceledAt: ending ? now : null })
  await keepSubscription(db, it)
  await tell(db, 'customer.subscription.updated', it.id)
}

async function change(
  db: Db,
  customer: Kept<'customer'>,
  it: Kept<'subscription'>,
  priceId: string,
  now: number,
): Promise<string | null> {
  const [from, to] = [await take(db, 'price', it.data.price), await take(db, 'price', priceId)]
  if (!from || !to?.data.active) return 'This plan is no longer sold.'
  if (from.id === to.id || changeTo(to, from, it, now).later) {
    it.data.nextPrice = from.id === to.id ? null : to.id
    await keepSubscription(db, it)
    await tell(db, 'customer.subscription.updated', it.id)
  } else await changeNow(db, customer, it, priceId, now)
  return null
}

/** Sets a customer's clock forward, and does what comes due on the way. */
export const moveClock = (customerId: string, to: number): Promise<void> =>
  act(customerId, async (db, customer, now) => {
    if (to <= now) return
    await catchUp(db, customerId, to)
    const { data } = (await take(db, 'customer', customerId))!
    await keep(db, 'customer', { ...data, shift: data.shift + to - now }, { id: customerId, customer: customerId })
    await tell(db, 'test_helpers.test_clock.ready', customer.id)
  })

export const invoicePage = (id: string) =>
  actOn('invoice', id, async (db, { it, customer }) => {
    const subscription = await take(db, 'subscription', it.data.subscription)
    const price = subscription && (await take(db, 'price', subscription.data.price))
    const product = price && (await take(db, 'product', price.data.product))
    return { ...it.data, customer: customer.data, product: product?.data.name ?? '' }
  })
