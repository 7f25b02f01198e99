import { and, asc, eq, lte } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { GatewayRefused } from '../../rules/errors.ts'
import { disputeFees, listFee } from '../../rules/terms.ts'
import { bodyOf, type Told, thrivecartBody } from '../notices/rules.ts'
import { tell } from '../notices/service.ts'
import {
  type Checkout,
  type Method,
  netOf,
  type OutcomeName,
  outcome,
  ownerOf,
  PAYS_OUT_AFTER,
  type Payment,
  SETTLES_AFTER,
} from '../rules.ts'
import {
  add,
  byKey,
  change,
  changedSince,
  inSandbox,
  type Kept,
  known,
  lockAccount,
  newId,
  take,
} from '../store/service.ts'
import { gatewayObjects } from '../tables.ts'

/** Something done with one account, while nobody else does anything with it. */
export const act = <T>(account: string, work: (db: Db) => Promise<T>): Promise<T> =>
  inSandbox(async db => {
    await lockAccount(db, account)
    return work(db)
  })

async function announce(db: Db, account: string, told: Told): Promise<void> {
  const id = newId('evt')
  const body = bodyOf(ownerOf(account).gateway, told, { id, now: clock.ms() })
  if (body) await tell(db, account, body, id)
}

/** Cards expire some years from now. */
export const expiryOf = (name: OutcomeName): string | null =>
  outcome(name).kind === 'card' ? `${clock.now().getUTCFullYear() + 3}-12` : null

export async function keepMethod(
  db: Db,
  account: string,
  name: OutcomeName,
  { customer, payer }: Pick<Checkout, 'customer' | 'payer'>,
): Promise<Kept<'method'>> {
  const known = customer ? await take(db, 'customer', account, customer) : undefined
  const owner = known ?? (await add(db, 'customer', account, payer))
  const method: Method = { customer: owner.id, outcome: name, expires: expiryOf(name) }
  return add(db, 'method', account, method)
}

type NewPayment = Pick<Payment, 'reference' | 'amount' | 'currency' | 'outcome' | 'saved' | 'checkout'>

/** Takes money, or starts to; `code` says why a bank won't. */
export async function pay(
  db: Db,
  account: string,
  { expires = null, key = '', code, ...asked }: NewPayment & { expires?: string | null; key?: string; code?: string },
): Promise<Kept<'payment'>> {
  const { gateway } = ownerOf(account)
  const { kind } = outcome(asked.outcome)
  const state = code ? ('failed' as const) : kind === 'ach' ? ('pending' as const) : ('succeeded' as const)
  const now = clock.ms()
  const payment: Payment = {
    ...asked,
    expires,
    state,
    refunded: 0,
    dispute: null,
    disputeFee: 0,
    payout: null,
    paidOut: 0,
    problem: code ? { code, message: `The payment was declined: ${code.replaceAll('_', ' ')}.` } : null,
    fee: state === 'succeeded' ? listFee(gateway, kind, asked.amount) : null,
    paidAt: state === 'succeeded' ? now : null,
  }
  const due = { failed: null, pending: now + SETTLES_AFTER, succeeded: now + PAYS_OUT_AFTER }[state]
  const made = await add(db, 'payment', account, payment, { key, due })
  if (state !== 'pending') await announce(db, account, { what: code ? 'declined' : 'paid', payment: made })
  return made
}

/** A page that someone went through to the end. */
export async function complete(db: Db, page: Kept<'checkout'>, name: OutcomeName): Promise<void> {
  const { data, account } = page
  const kept = data.save ? await keepMethod(db, account, name, data) : undefined
  const payment =
    data.mode === 'pay'
      ? await pay(db, account, {
          reference: data.reference,
          amount: data.amount,
          currency: data.currency,
          outcome: name,
          saved: kept?.id ?? null,
          checkout: page.id,
          expires: expiryOf(name),
        })
      : undefined
  const made = { payment: payment?.id ?? null, method: kept?.id ?? null }
  const told = data.status === 'approved'
  await change(db, page, { ...made, status: 'complete', outcome: name })
  if (!told) await announce(db, account, { what: 'completed', checkout: page })
}

/** PayPal's payer agreed: the money is taken when we ask for it. */
export async function approve(db: Db, page: Kept<'checkout'>, name: OutcomeName): Promise<void> {
  await change(db, page, { status: 'approved', outcome: name }, page.dueAt?.getTime() ?? null)
  await announce(db, page.account, { what: 'completed', checkout: page })
}

/** Decides a bank debit. */
export async function settle(db: Db, payment: Kept<'payment'>, returned: boolean): Promise<void> {
  const { data, account } = payment
  if (data.state !== 'pending') throw new GatewayRefused('This payment is settled already.')
  const fee = listFee(ownerOf(account).gateway, 'ach', data.amount)
  const problem = { code: 'bank_account_returned', message: 'The bank returned the payment.' }
  if (returned) await change(db, payment, { state: 'failed', problem })
  else await change(db, payment, { state: 'succeeded', fee, paidAt: clock.ms() }, clock.ms() + PAYS_OUT_AFTER)
  const page = data.checkout ? await take(db, 'checkout', account, data.checkout) : undefined
  if (page) await announce(db, account, { what: returned ? 'bounced' : 'settled', checkout: page })
  await announce(db, account, { what: returned ? 'declined' : 'paid', payment })
}

export async function refund(db: Db, account: string, paymentId: string, amount: number, key: string) {
  const before = await byKey(db, 'refund', account, key)
  if (before) return before
  const payment = await known(db, 'payment', account, paymentId)
  const { state, refunded, dispute, amount: paid } = payment.data
  if (state === 'pending') throw new GatewayRefused('A bank debit can’t be refunded before it has settled.')
  if (state !== 'succeeded') throw new GatewayRefused('This payment brought nothing that could be refunded.')
  if (dispute === 'open' || dispute === 'lost') throw new GatewayRefused('A disputed payment can’t be refunded.')
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > paid - refunded)
    throw new GatewayRefused('This is more than is left of the payment.', 'amount')
  const made = await add(db, 'refund', account, { payment: paymentId, amount }, { key })
  await moved(db, payment, { refunded: refunded + amount })
  if (ownerOf(account).gateway === 'thrivecart') await tellOrder(db, payment, 'order.refund')
  else await announce(db, account, { what: 'refunded', payment })
  return made
}

/** What changes the balance is paid out, or taken from what is. */
export const moved = (db: Db, payment: Kept<'payment'>, changes: Partial<Payment>) =>
  change(db, payment, changes, payment.dueAt?.getTime() ?? clock.ms() + PAYS_OUT_AFTER)

export async function dispute(db: Db, payment: Kept<'payment'>, to: 'open' | 'won' | 'lost'): Promise<void> {
  const { data, account } = payment
  if (to === 'open' ? data.state !== 'succeeded' || data.dispute !== null : data.dispute !== 'open')
    throw new GatewayRefused(to === 'open' ? 'This payment can’t be disputed.' : 'There is no open dispute.')
  const disputeFee = to === 'open' ? disputeFees[ownerOf(account).gateway] : data.disputeFee
  await moved(db, payment, { dispute: to, disputeFee })
  await announce(db, account, { what: to === 'open' ? 'disputed' : 'decided', payment })
}

/** Pays out what is owed in that currency; nothing while more went back than came. */
export async function payOut(db: Db, account: string, currency: string): Promise<Kept<'payout'> | undefined> {
  const all = await changedSince(db, 'payment', account, new Date(0))
  const owed = all.filter(one => one.data.currency === currency && netOf(one.data) !== one.data.paidOut)
  const amount = owed.reduce((sum, { data }) => sum + netOf(data) - data.paidOut, 0)
  if (amount <= 0) return undefined
  const arrivesOn = clock.now().toISOString().slice(0, 10)
  const payments = owed.map(({ id }) => id)
  const payout = await add(db, 'payout', account, { amount, currency, arrivesOn, payments })
  for (const one of owed) await change(db, one, { payout: one.data.payout ?? payout.id, paidOut: netOf(one.data) })
  await announce(db, account, { what: 'paid out', payout })
  return payout
}

async function expire(db: Db, page: Kept<'checkout'>): Promise<void> {
  await change(db, page, { status: 'expired' })
  await announce(db, page.account, { what: 'expired', checkout: page })
}

export async function tellOrder(db: Db, payment: Kept<'payment'>, event: 'order.success' | 'order.refund') {
  const { secret } = (await lockAccount(db, payment.account)).data
  await tell(db, payment.account, thrivecartBody(event, payment, secret, clock.ms()))
}

/** Does what comes due until then. @returns how many things it did */
export async function advance(until: number, account?: string): Promise<number> {
  let count = 0
  // An end for what would come due for ever.
  for (; count < 10_000; count++) {
    const [row] = await inSandbox(db =>
      db
        .select({ id: gatewayObjects.id, kind: gatewayObjects.kind, account: gatewayObjects.account })
        .from(gatewayObjects)
        .where(
          and(lte(gatewayObjects.dueAt, new Date(until)), account ? eq(gatewayObjects.account, account) : undefined),
        )
        .orderBy(asc(gatewayObjects.dueAt), asc(gatewayObjects.id))
        .limit(1),
    )
    if (!row) break
    await act(row.account, db => step(db, row.account, row.kind, row.id, until))
  }
  return count
}

async function step(db: Db, account: string, kind: string, id: string, until: number): Promise<void> {
  const due = (it: { dueAt: Date | null } | undefined) => it?.dueAt && it.dueAt.getTime() <= until
  if (kind === 'checkout') {
    const page = await take(db, 'checkout', account, id)
    if (page && due(page)) await (page.data.status === 'complete' ? change(db, page, {}) : expire(db, page))
    return
  }
  const payment = await take(db, 'payment', account, id)
  if (!payment || !due(payment)) return
  if (payment.data.state === 'pending') return settle(db, payment, outcome(payment.data.outcome).returns === true)
  const paidOut = await payOut(db, account, payment.data.currency)
  if (!paidOut) await change(db, (await take(db, 'payment', account, id))!, {})
}
