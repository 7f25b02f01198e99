import { and, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { GatewayName, PaymentFacts, SavedMethod } from '#providers/payments/index.ts'
import { paymentChanged } from '../events.ts'
import { nextState } from '../rules/states.ts'
import { payments, savedMethods } from '../tables.ts'
import { recordDecline, recordSettled } from './card-testing.ts'
import { postPayment } from './ledger-postings.ts'
import type { Payment } from './start.ts'

/** A kept method, once for each gateway's id of it; a card that was changed shows its new digits. */
export async function savePaymentMethod(
  ctx: Ctx,
  gateway: GatewayName,
  email: string,
  saved: SavedMethod,
): Promise<string> {
  const [row] = await ctx.db
    .insert(savedMethods)
    .values({ gateway, email, ...saved })
    .onConflictDoUpdate({
      target: [savedMethods.clientId, savedMethods.gateway, savedMethods.methodId],
      set: { brand: saved.brand, last4: saved.last4, expires: saved.expires, customerId: saved.customerId },
    })
    .returning({ id: savedMethods.id })
  return row!.id
}

const changedBy = (row: Payment, facts: PaymentFacts, lowers: boolean): Partial<Payment> => ({
  state: nextState(row.state, facts.state),
  externalId: facts.id,
  fee: facts.fee ?? row.fee,
  // A lower figure is an older word, except where the gateway was asked because of it: then a refund failed.
  refunded: Math.min(row.amount, lowers ? facts.refunded : Math.max(row.refunded, facts.refunded)),
  dispute: facts.dispute ?? row.dispute,
  disputeFee: Math.max(row.disputeFee, facts.disputeFee),
  method: facts.method?.kind ?? row.method,
  brand: facts.method?.brand ?? row.brand,
  last4: facts.method?.last4 ?? row.last4,
  problemCode: facts.problem?.code ?? (facts.state === 'succeeded' ? '' : row.problemCode),
  problem: facts.problem?.message ?? (facts.state === 'succeeded' ? '' : row.problem),
  paidAt: row.paidAt ?? facts.paidAt,
  payoutId: facts.payoutId ?? row.payoutId,
})

/**
 * Makes a payment what its gateway says it is, in whatever order and however often it says so: the row, the books, and
 * the news for the module that is paid. What another amount or currency was paid for is never booked: it is a difference.
 * @param asOf when the gateway was asked, or said it by itself: what is older than what is known changes nothing
 * @param lowers a refund may have failed after the gateway had taken it on
 */
export async function applyGatewayFacts(
  ctx: Ctx,
  id: string,
  facts: PaymentFacts,
  asOf: Date = clock.now(),
  lowers = false,
): Promise<Payment> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id)).for('update')
  if (!row) throw new Error(`payment ${id} is not here`)
  if (facts.reference && facts.reference !== id) throw new Error(`${facts.id} is about another payment`)
  // Another attempt at the same page: once one was paid or is on its way, one that failed says nothing.
  if (row.externalId && row.externalId !== facts.id) {
    if (row.state === 'succeeded') return row
    if (row.state === 'pending' && facts.state !== 'succeeded') return row
  } else if (row.factsAt && asOf < row.factsAt) return row
  if (facts.amount !== row.amount || facts.currency !== row.currency) return recordMismatch(ctx, row, facts)
  const changes = changedBy(row, facts, lowers)
  if (facts.saved && row.keeps && !row.savedId)
    changes.savedId = await savePaymentMethod(ctx, row.gateway, row.payerEmail, facts.saved)
  const isSame = Object.entries(changes).every(([name, value]) => sameValue(row[name as keyof Payment], value))
  if (isSame) {
    // Even then what was said before is older than this.
    await ctx.db.update(payments).set({ factsAt: asOf }).where(eq(payments.id, id))
    return row
  }
  const [after] = await ctx.db
    .update(payments)
    .set({ ...changes, factsAt: asOf })
    .where(eq(payments.id, id))
    .returning()
  if (facts.problem && facts.state === 'failed') await recordDecline(ctx, id, `${after!.brand}${after!.last4}`)
  else if (facts.state !== 'canceled') await recordSettled(ctx, id)
  await postPayment(ctx, row, after!)
  await emitPaymentChanged(ctx, after!)
  return after!
}

const sameValue = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)

/** Paid something else than was asked for: kept as an unpaid payment that says why, for the report of differences. */
async function recordMismatch(ctx: Ctx, row: Payment, facts: PaymentFacts): Promise<Payment> {
  if (row.state === 'succeeded') return row
  const problem = `The gateway says ${facts.amount} ${facts.currency}, which is not what was asked for.`
  const [after] = await ctx.db
    .update(payments)
    .set({ problemCode: 'mismatch', problem, externalId: facts.id })
    .where(and(eq(payments.id, row.id)))
    .returning()
  return after!
}

/** For the module that is paid, and for open screens. */
export async function emitPaymentChanged(ctx: Ctx, { id, module, refId }: Payment): Promise<void> {
  await emit(ctx, paymentChanged, { paymentId: id, module, refId })
  announce(ctx, 'payments', id)
}
