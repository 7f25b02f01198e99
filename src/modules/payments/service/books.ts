import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { AccountName, Side } from '#ledger/rules/accounts.ts'
import { closedThrough, post } from '#ledger/service.ts'
import { type GatewayName, gatewayTitles } from '../rules/gateways.ts'
import type { Payment } from './start.ts'

export const clearing = (gateway: GatewayName): AccountName => ({
  key: `clearing:${gateway}`,
  kind: 'asset',
  name: `Money at ${gatewayTitles[gateway]}`,
})
/** What a gateway took for a module, until that module has booked what it was for. */
export const dueTo = (module: string): AccountName => ({
  key: `due:${module}`,
  kind: 'liability',
  name: `Received for ${module}`,
})
export const bank: AccountName = { key: 'bank', kind: 'asset', name: 'Bank' }
const fees: AccountName = { key: 'fees', kind: 'expense', name: 'Payment fees' }
const disputes: AccountName = { key: 'disputes', kind: 'expense', name: 'Dispute fees' }

/** The church's local day of an instant, or the first day that the books are still open for. */
export async function bookDay(ctx: Ctx, at: Date): Promise<string> {
  const day = DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toISODate()!
  const closed = await closedThrough(ctx)
  return closed && closed >= day ? DateTime.fromISO(closed).plus({ days: 1 }).toISODate()! : day
}

const moved = (from: AccountName, to: AccountName, amount: number): Side[] => [
  { account: to, amount },
  { account: from, amount: -amount },
]

/** What a change of a payment means in the books. Each step has a key of its own, so that none is booked twice. */
export async function book(ctx: Ctx, before: Payment, after: Payment): Promise<void> {
  const { id, gateway, module, currency } = after
  const [at, due] = [clearing(gateway), dueTo(module)]
  const write = async (key: string, when: Date, sides: Side[], memo: string) => {
    await post(ctx, { key, day: await bookDay(ctx, when), currency, sides, memo, source: { module: 'payments', id } })
  }
  const now = clock.now()
  const isPaid = after.state === 'succeeded'
  const wasPaid = before.state === 'succeeded'
  if (isPaid && !wasPaid) await write(`payment:${id}`, after.paidAt ?? now, moved(due, at, after.amount), 'Payment')
  const fee = (isPaid ? (after.fee ?? 0) : 0) - (wasPaid ? (before.fee ?? 0) : 0)
  if (isPaid && fee !== 0) await write(`fee:${id}:${after.fee}`, after.paidAt ?? now, moved(at, fees, fee), 'Fee')
  if (wasPaid && after.state === 'failed')
    await write(`returned:${id}`, now, moved(at, due, after.amount - after.refunded), 'Returned by the bank')
  if (after.refunded > before.refunded && (isPaid || wasPaid))
    await write(`refund:${id}:${after.refunded}`, now, moved(at, due, after.refunded - before.refunded), 'Refund')
  await bookDispute(before, after, (key, sides, memo) => write(key, now, sides, memo))
}

/** A dispute takes the money away while it is open; one that is won brings it back. */
async function bookDispute(
  before: Payment,
  after: Payment,
  write: (key: string, sides: Side[], memo: string) => Promise<void>,
): Promise<void> {
  const { id } = after
  const [at, due, held] = [clearing(after.gateway), dueTo(after.module), after.amount - after.refunded]
  const isGone = after.dispute === 'open' || after.dispute === 'lost'
  const wasGone = before.dispute === 'open' || before.dispute === 'lost'
  if (isGone && !wasGone && held > 0) await write(`dispute:${id}`, moved(at, due, held), 'Dispute')
  if (!isGone && wasGone && held > 0) await write(`dispute-won:${id}`, moved(due, at, held), 'Dispute won')
  if (after.disputeFee > before.disputeFee)
    await write(
      `dispute-fee:${id}:${after.disputeFee}`,
      moved(at, disputes, after.disputeFee - before.disputeFee),
      'Dispute fee',
    )
}
