import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { after, type Customer, type Invoice, nextTry, type Price, type Subscription } from '../rules.ts'
import { type Kept, keep, ofCustomer, take, tell } from '../store/service.ts'
import { sandboxObjects } from '../tables.ts'

export const timeOf = (customer: { data: Customer }) => clock.ms() + customer.data.shift

const dueOf = ({ status, trialEnd, periodEnd }: Subscription) =>
  status === 'trialing' ? trialEnd : status === 'active' || status === 'past_due' ? periodEnd : null

/** Writes a subscription down with the moment at which it acts next. */
export const keepSubscription = (db: Db, { id, customer, data }: Kept<'subscription'>) =>
  keep(db, 'subscription', data, { id, customer, due: dueOf(data) })

/** Does what has come due for one customer until then, in the order of time. */
export async function catchUp(db: Db, customerId: string, until: number): Promise<void> {
  // Two at once would bill a period twice: the customer's row is what they wait for.
  await take(db, 'customer', customerId)
  // A century of monthly periods: an end for a clock that was set to the year 275,760.
  for (let i = 0; i < 1_200; i++) {
    const [row] = await db
      .select({ id: sandboxObjects.id, kind: sandboxObjects.kind, dueAt: sandboxObjects.dueAt })
      .from(sandboxObjects)
      .where(
        and(
          eq(sandboxObjects.customer, customerId),
          isNotNull(sandboxObjects.dueAt),
          lte(sandboxObjects.dueAt, new Date(until)),
          inArray(sandboxObjects.kind, ['subscription', 'invoice']),
        ),
      )
      .orderBy(asc(sandboxObjects.dueAt), asc(sandboxObjects.id))
      .limit(1)
    if (!row) return
    const customer = (await take(db, 'customer', customerId))!
    const at = row.dueAt!.getTime()
    if (row.kind === 'invoice') await tryAgain(db, customer, row.id, at)
    else await endPeriod(db, customer, row.id, at)
  }
}

/** When the next thing of a customer comes due; null where nothing does. */
export async function nextMoment(db: Db, customerId: string): Promise<number | null> {
  const [row] = await db
    .select({ dueAt: sandboxObjects.dueAt })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.customer, customerId), isNotNull(sandboxObjects.dueAt)))
    .orderBy(asc(sandboxObjects.dueAt))
    .limit(1)
  return row?.dueAt?.getTime() ?? null
}

async function endPeriod(db: Db, customer: Kept<'customer'>, id: string, at: number): Promise<void> {
  const subscription = (await take(db, 'subscription', id))!
  const { data } = subscription
  if (data.cancelAtPeriodEnd) return end(db, subscription, at)
  if (data.status === 'trialing' && !customer.data.card && !data.comp) {
    Object.assign(data, { status: 'paused', trialEnd: at })
    await keepSubscription(db, subscription)
    return tell(db, 'customer.subscription.paused', id)
  }
  await beginPeriod(db, customer, subscription, at)
}

export async function end(db: Db, subscription: Kept<'subscription'>, at: number): Promise<void> {
  Object.assign(subscription.data, { status: 'canceled', endedAt: at, canceledAt: subscription.data.canceledAt ?? at })
  await keepSubscription(db, subscription)
  for (const invoice of await ofCustomer(db, 'invoice', subscription.customer!)) {
    if (invoice.data.subscription !== subscription.id || invoice.data.status !== 'open') continue
    await keep(db, 'invoice', { ...invoice.data, status: 'void' }, invoice as { id: string; customer: string })
    await tell(db, 'invoice.voided', invoice.id)
  }
  await tell(db, 'customer.subscription.deleted', subscription.id)
}

/** A new period with its invoice; what was changed for then counts from now. */
export async function beginPeriod(
  db: Db,
  customer: Kept<'customer'>,
  subscription: Kept<'subscription'>,
  at: number,
  present = false,
): Promise<void> {
  const { data } = subscription
  if (data.nextPrice) Object.assign(data, { price: data.nextPrice, nextPrice: null })
  const price = (await take(db, 'price', data.price))!.data
  Object.assign(data, { periodStart: at, periodEnd: after(at, price.interval) })
  if (data.status === 'trialing') data.status = 'active'
  await keepSubscription(db, subscription)
  await bill(db, customer, subscription, data.comp ? 0 : price.unitAmount, price, at, present)
}

/** Writes an invoice and collects it at once; the subscription follows. */
export async function bill(
  db: Db,
  customer: Kept<'customer'>,
  subscription: Kept<'subscription'>,
  amount: number,
  { currency }: Price,
  at: number,
  present = false,
): Promise<boolean> {
  const { periodStart, periodEnd } = subscription.data
  const count = (await ofCustomer(db, 'invoice', customer.id)).length
  const invoice: Invoice = {
    subscription: subscription.id,
    number: `SBX-${customer.id.slice(-6).toUpperCase()}-${String(count + 1).padStart(4, '0')}`,
    status: 'open',
    amountDue: amount,
    amountPaid: 0,
    amountRefunded: 0,
    currency,
    periodStart,
    periodEnd,
    issuedAt: at,
    tries: 0,
  }
  const id = await keep(db, 'invoice', invoice, { customer: customer.id })
  return collect(db, customer, (await take(db, 'invoice', id))!, present)
}

/** Tries to take what an invoice asks for. `present`: the card's owner is here and confirms. */
export async function collect(
  db: Db,
  customer: Kept<'customer'>,
  invoice: Kept<'invoice'>,
  present: boolean,
): Promise<boolean> {
  const { data } = invoice
  if (data.status !== 'open') return data.status === 'paid'
  const card = customer.data.card
  const paid = data.amountDue === 0 || card === '4242' || (card === '3184' && present)
  const tries = data.tries + 1
  const due = paid ? null : nextTry(data.issuedAt, tries)
  const outcome = paid ? { status: 'paid' as const, amountPaid: data.amountDue } : {}
  await keep(db, 'invoice', { ...data, ...outcome, tries }, { id: invoice.id, customer: customer.id, due })
  if (!paid && card === '3184') await tell(db, 'invoice.payment_action_required', invoice.id)
  await tell(db, paid ? 'invoice.paid' : 'invoice.payment_failed', invoice.id)
  await follow(db, customer, data.subscription)
  return paid
}

/** Past due while an invoice is open, active once all are paid. */
async function follow(db: Db, customer: Kept<'customer'>, subscriptionId: string): Promise<void> {
  const subscription = await take(db, 'subscription', subscriptionId)
  if (!subscription || !['active', 'past_due', 'trialing'].includes(subscription.data.status)) return
  const owed = (await ofCustomer(db, 'invoice', customer.id)).some(
    ({ data }) => data.subscription === subscriptionId && data.status === 'open',
  )
  if (subscription.data.status !== 'trialing') subscription.data.status = owed ? 'past_due' : 'active'
  await keepSubscription(db, subscription)
  await tell(db, 'customer.subscription.updated', subscriptionId)
}

async function tryAgain(db: Db, customer: Kept<'customer'>, id: string, at: number): Promise<void> {
  const invoice = (await take(db, 'invoice', id))!
  // It may have been paid or voided since; then nothing is due any more.
  if (invoice.data.status !== 'open') await keep(db, 'invoice', invoice.data, { id, customer: customer.id })
  else await collect(db, customer, { ...invoice, dueAt: new Date(at) }, false)
}
