import { and, desc, eq, like } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { GatewayRefused } from '../../rules/errors.ts'
import { type GatewayName, gatewayNames } from '../../rules/names.ts'
import { act, advance, dispute, moved, pay, payOut, settle, tellOrder } from '../engine/service.ts'
import { accountOf } from '../rules.ts'
import { accountWith, changedSince, inSandbox, type Kept, known } from '../store/service.ts'
import { gatewayObjects } from '../tables.ts'
import { wake } from '../timer/service.ts'

/** What happens at a bank or a gateway without us; for anyone who tries Lampstand, and for tests. */
async function withPayment(id: string, work: (db: Db, payment: Kept<'payment'>) => Promise<void>): Promise<void> {
  const account = await inSandbox(db => accountWith(db, 'payment', id))
  if (!account) throw new GatewayRefused('There is no such payment.')
  await act(account, async db => work(db, await known(db, 'payment', account, id)))
  wake()
}

/** The bank sends a debit back; one that had settled comes back as a dispute that is lost. */
export const returnDebit = (id: string) =>
  withPayment(id, async (db, payment) => {
    if (payment.data.state === 'pending') return settle(db, payment, true)
    await dispute(db, payment, 'open')
    await dispute(db, payment, 'lost')
  })
export const settleDebit = (id: string) => withPayment(id, (db, payment) => settle(db, payment, false))
/** The bank can't credit what was refunded: the money is back, and nobody is told. */
export const failRefund = (id: string, amount: number) =>
  withPayment(id, async (db, payment) => {
    if (amount > payment.data.refunded) throw new GatewayRefused('So much was not refunded.')
    await moved(db, payment, { refunded: payment.data.refunded - amount })
  })
export const openDispute = (id: string) => withPayment(id, (db, payment) => dispute(db, payment, 'open'))
export const decideDispute = (id: string, to: 'won' | 'lost') =>
  withPayment(id, (db, payment) => dispute(db, payment, to))

/** Pays out now what a church is owed, in every currency. @returns ids of the payouts */
export async function payOutNow(gateway: GatewayName, clientId: string): Promise<string[]> {
  const account = accountOf(gateway, clientId)
  const made = await act(account, async db => {
    const all = await changedSince(db, 'payment', account, new Date(0))
    const ids: string[] = []
    for (const currency of new Set(all.map(one => one.data.currency))) {
      const payout = await payOut(db, account, currency)
      if (payout) ids.push(payout.id)
    }
    return ids
  })
  wake()
  return made
}

/** What would come due within so many days comes due now: debits settle, pages end, money is paid out. */
export async function passDays(count: number, clientId?: string): Promise<void> {
  const accounts = clientId ? gatewayNames.map(gateway => accountOf(gateway, clientId)) : [undefined]
  for (const account of accounts) await advance(clock.ms() + days(count), account)
  wake()
}

/** Someone bought on a page of ThriveCart. @returns the order's id */
export async function thrivecartOrder(
  clientId: string,
  { reference = '', amount, currency = 'USD' }: { reference?: string; amount: number; currency?: string },
): Promise<string> {
  const account = accountOf('thrivecart', clientId)
  const { id } = await act(account, async db => {
    const asked = { reference, amount, currency, outcome: 'visa' as const, saved: null, checkout: null }
    const payment = await pay(db, account, asked)
    await tellOrder(db, payment, 'order.success')
    return payment
  })
  wake()
  return id
}

/** Newest payments of all churches or one. */
export const recentPayments = (clientId?: string) =>
  inSandbox(async db => {
    const { kind, account, createdAt, id } = gatewayObjects
    const rows = await db
      .select()
      .from(gatewayObjects)
      .where(and(eq(kind, 'payment'), clientId ? like(account, `%:${clientId}`) : undefined))
      .orderBy(desc(createdAt), desc(id))
      .limit(50)
    return rows as unknown as Kept<'payment'>[]
  })
