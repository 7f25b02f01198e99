import { and, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { post } from '#ledger/service.ts'
import { ledgerEntries } from '#ledger/tables.ts'
import type { PayoutFacts } from '#providers/payments/index.ts'
import type { GatewayName } from '../rules/gateways.ts'
import { payments, payouts } from '../tables.ts'
import { bank, clearing, postingDay } from './ledger-postings.ts'

/** Stores a payout and books what has arrived at the bank; what failed comes back. */
export async function recordPayout(ctx: Ctx, gateway: GatewayName, payout: PayoutFacts): Promise<void> {
  const { id: externalId, state, amount, currency, arrivesOn } = payout
  const [row] = await ctx.db
    .insert(payouts)
    .values({ gateway, externalId, state, amount, currency, arrivesOn })
    .onConflictDoUpdate({ target: [payouts.clientId, payouts.gateway, payouts.externalId], set: { state, arrivesOn } })
    .returning({ id: payouts.id })
  for (const paymentId of payout.paymentIds)
    await ctx.db
      .update(payments)
      .set({ payoutId: externalId })
      .where(and(eq(payments.gateway, gateway), eq(payments.externalId, paymentId)))
  const write = async (key: string, sign: 1 | -1) =>
    post(ctx, {
      key,
      day: await postingDay(ctx, clock.now()),
      currency,
      memo: 'Payout',
      sides: [
        { account: bank, amount: sign * amount },
        { account: clearing(gateway), amount: -sign * amount },
      ],
      source: { module: 'payments', id: row!.id },
    })
  if (state === 'paid' && amount !== 0) await write(`payout:${gateway}:${externalId}`, 1)
  if (state === 'failed' && amount !== 0 && (await isBooked(ctx, `payout:${gateway}:${externalId}`)))
    await write(`payout-failed:${gateway}:${externalId}`, -1)
}

async function isBooked(ctx: Ctx, key: string): Promise<boolean> {
  const [row] = await ctx.db.select({ id: ledgerEntries.id }).from(ledgerEntries).where(eq(ledgerEntries.key, key))
  return row !== undefined
}
