import { and, eq } from 'drizzle-orm'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { asPlatform } from '#kernel/run.ts'
import type { InvoiceFacts, SubscriptionFacts } from '../../index.ts'
import { Unknown } from '../../rules/errors.ts'
import { beginPeriod, bill, catchUp, keepSubscription, timeOf } from '../engine/service.ts'
import { deliverNotices } from '../notices/service.ts'
import { after, difference } from '../rules.ts'
import { type Kept, ofCustomer, take, tell } from '../store/service.ts'
import { sandboxObjects } from '../tables.ts'

type Customer = Kept<'customer'>

/** Something done with a customer, after everything that had come due for it; notices leave once it is written. */
export async function act<T>(
  customerId: string,
  work: (db: Db, customer: Customer, now: number) => Promise<T>,
): Promise<T> {
  const done = await asPlatform('stripe sandbox', async db => {
    const before = await take(db, 'customer', customerId)
    if (!before) throw new Unknown(customerId)
    await catchUp(db, customerId, timeOf(before))
    const customer = (await take(db, 'customer', customerId))!
    return work(db, customer, timeOf(customer))
  })
  void deliverNotices()
  return done
}

/** The same with one subscription, invoice or page of a customer. */
export async function actOn<K extends 'subscription' | 'invoice' | 'checkout' | 'portal', T>(
  kind: K,
  id: string,
  work: (db: Db, what: { it: Kept<K>; customer: Customer; now: number }) => Promise<T>,
): Promise<T> {
  const [row] = await asPlatform('stripe sandbox', db =>
    db
      .select({ customer: sandboxObjects.customer })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind))),
  )
  if (!row?.customer) throw new Unknown(id)
  return act(row.customer, async (db, customer, now) => work(db, { it: (await take(db, kind, id))!, customer, now }))
}

/** To another price at once: the difference is billed, and where the rhythm changes a new period begins. */
export async function changeNow(
  db: Db,
  customer: Customer,
  it: Kept<'subscription'>,
  priceId: string,
  now: number,
): Promise<void> {
  const [from, to] = [await take(db, 'price', it.data.price), await take(db, 'price', priceId)]
  if (!from || !to) throw new Unknown(priceId)
  const { status } = it.data
  const cost = difference(from.data, to.data, it.data, now)
  Object.assign(it.data, { price: priceId, nextPrice: null })
  if (status === 'paused') {
    it.data.status = 'active'
    await beginPeriod(db, customer, it, now)
  } else if (status === 'active' || status === 'past_due') {
    const anew = from.data.interval !== to.data.interval
    if (anew) Object.assign(it.data, { periodStart: now, periodEnd: after(now, to.data.interval) })
    await keepSubscription(db, it)
    if (cost > 0 && !it.data.comp) await bill(db, customer, it, cost, to.data, now)
  } else await keepSubscription(db, it)
  await tell(db, 'customer.subscription.updated', it.id)
}

const date = (ms: number | null) => (ms === null ? null : new Date(ms))

export async function subscriptionFacts(
  db: Db,
  customer: Customer,
  { id, data }: Kept<'subscription'>,
): Promise<SubscriptionFacts> {
  const owed = (await ofCustomer(db, 'invoice', customer.id))
    .filter(one => one.data.subscription === id && one.data.status === 'open')
    .map(one => one.data.issuedAt)
  return {
    id,
    customerId: customer.id,
    clientId: data.clientId,
    userId: data.userId,
    priceId: data.price,
    status: data.status,
    cancelAtPeriodEnd: data.cancelAtPeriodEnd,
    currentPeriodStart: new Date(data.periodStart),
    currentPeriodEnd: new Date(data.periodEnd),
    trialEnd: date(data.trialEnd),
    canceledAt: date(data.canceledAt),
    endedAt: date(data.endedAt),
    startedAt: new Date(data.startedAt),
    nextPriceId: data.nextPrice,
    owedSince: owed.length ? new Date(Math.min(...owed)) : null,
    comp: data.comp,
  }
}

export const invoiceFacts = (customer: Customer, { id, data }: Kept<'invoice'>): InvoiceFacts => ({
  id,
  subscriptionId: data.subscription,
  number: data.number,
  status: data.status,
  amountDue: data.amountDue,
  amountPaid: data.amountPaid,
  amountRefunded: data.amountRefunded,
  currency: data.currency,
  periodStart: new Date(data.periodStart),
  periodEnd: new Date(data.periodEnd),
  issuedAt: new Date(data.issuedAt),
  url: `${env.publicUrl}/sandbox/invoice/${id}?customer=${customer.id}`,
})
