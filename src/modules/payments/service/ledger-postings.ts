import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { AccountName, Side } from '#ledger/rules/accounts.ts'
import { closedThrough, post } from '#ledger/service.ts'
import { type GatewayName, gatewayTitles } from '../rules/gateways.ts'
import { kept } from '../rules/states.ts'
import { payments } from '../tables.ts'
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
export async function postingDay(ctx: Ctx, at: Date): Promise<string> {
  const day = DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toISODate()!
  const closed = await closedThrough(ctx)
  return closed && closed >= day ? DateTime.fromISO(closed).plus({ days: 1 }).toISODate()! : day
}

const moved = (from: AccountName, to: AccountName, amount: number): Side[] => [
  { account: to, amount },
  { account: from, amount: -amount },
]

/**
 * Brings the books to what a payment is now. What they hold of it is kept in its row, so that every way there, through
 * refunds, disputes and returned debits in any order, ends at the same balances.
 */
export async function postPayment(ctx: Ctx, before: Payment, after: Payment): Promise<void> {
  const { id, gateway, module, currency } = after
  const [at, due] = [clearing(gateway), dueTo(module)]
  let { booked, bookedFee, bookedDisputeFee, postings } = after
  const write = async (when: Date, sides: Side[], memo: string) => {
    const key = postings === 0 ? `payment:${id}` : `payment:${id}:${postings}`
    await post(ctx, {
      key,
      day: await postingDay(ctx, when),
      currency,
      sides,
      memo,
      source: { module: 'payments', id },
    })
    postings++
  }
  const now = clock.now()
  const paidAt = after.paidAt ?? now
  if (after.state === 'succeeded' && postings === 0) {
    await write(paidAt, moved(due, at, after.amount), 'Payment')
    booked = after.amount
  }
  if (after.state === 'succeeded' && (after.fee ?? 0) !== bookedFee) {
    await write(paidAt, moved(at, fees, (after.fee ?? 0) - bookedFee), 'Fee')
    bookedFee = after.fee ?? 0
  }
  if (postings > 0 && kept(after) !== booked) {
    await write(now, moved(at, due, booked - kept(after)), reasonOf(before, after))
    booked = kept(after)
  }
  if (after.disputeFee !== bookedDisputeFee) {
    await write(now, moved(at, disputes, after.disputeFee - bookedDisputeFee), 'Dispute fee')
    bookedDisputeFee = after.disputeFee
  }
  if (postings === after.postings) return
  await ctx.db.update(payments).set({ booked, bookedFee, bookedDisputeFee, postings }).where(eq(payments.id, id))
}

function reasonOf(before: Payment, after: Payment): string {
  if (after.state === 'failed') return 'Returned by the bank'
  if (after.dispute !== before.dispute) return after.dispute === 'won' ? 'Dispute won' : 'Dispute'
  if (after.refunded < before.refunded) return 'Refund failed'
  return after.refunded > before.refunded ? 'Refund' : 'Payment'
}
