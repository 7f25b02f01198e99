import { and, eq, lt, sql } from 'drizzle-orm'
import { noCardNumbers } from '#card-numbers/service.ts'
import { activeMember, members } from '#clients/tables.ts'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { GatewayRefused, gatewayFor } from '#providers/payments/index.ts'
import { paymentRefunds, payments } from '../tables.ts'
import { sendRefundTask } from '../tasks.ts'
import { accessTo } from './gateways.ts'
import { refreshPayment } from './payment-status.ts'
import { type Payment, paymentById } from './start.ts'

export type Refund = typeof paymentRefunds.$inferSelect

/**
 * Stores that money shall go back; a job asks the gateway. Of two at once the second sees what the first one takes.
 * @param amount minor units; never more than is left
 */
export async function refundPayment(
  ctx: Ctx,
  { paymentId, amount, reason }: { paymentId: string; amount: number; reason: string },
): Promise<Refund> {
  noCardNumbers({ reason })
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  const payment = found(row, 'Payment')
  if (payment.state === 'pending')
    throw new Failure('NOT_SETTLED', 'This bank debit has not settled yet. It can be refunded once it has.')
  if (payment.state !== 'succeeded') throw new Failure('NOT_PAID', 'This was not paid.')
  if (payment.dispute === 'open' || payment.dispute === 'lost')
    throw new Failure('DISPUTED', 'This payment is disputed. The bank decides about it.')
  const left = payment.amount - Math.max(payment.refunded, await askedOf(ctx, paymentId))
  if (amount <= 0 || amount > left) throw invalid('amount', 'You can’t refund more than is left of this payment.')
  const [refund] = await ctx.db
    .insert(paymentRefunds)
    .values({ paymentId, amount, reason, askedBy: userOf(ctx), createdAt: clock.now() })
    .returning()
  await enqueue(ctx, sendRefundTask, { id: refund!.id })
  announce(ctx, 'payments', paymentId)
  return refund!
}

/** What is on its way back or has gone back by our own hand. */
async function askedOf(ctx: Ctx, paymentId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${paymentRefunds.amount}), 0)::bigint`.mapWith(Number) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, paymentId), sql`${paymentRefunds.state} <> 'failed'`))
  return row!.sum
}

const UNANSWERED = 'The payment gateway did not answer. Nothing was refunded. Please try again.'
/** So long a gateway knows the key of a refund, with room to spare. */
const KEY_LIVES = hours(12)

/** Refunds that no gateway has answered for ten minutes. */
export const accountsWithUnansweredRefunds = () =>
  sql`select distinct client_id from payment_refunds where state = 'asked' and created_at < ${new Date(clock.ms() - minutes(10))}`

/** Those of this church are asked for again: a gateway that was down for an hour refunds all the same. */
export async function retryUnansweredRefunds(ctx: Ctx): Promise<void> {
  const waiting = and(
    eq(paymentRefunds.state, 'asked'),
    lt(paymentRefunds.createdAt, new Date(clock.ms() - minutes(10))),
  )
  const rows = await ctx.db.select({ id: paymentRefunds.id }).from(paymentRefunds).where(waiting).limit(500)
  for (const { id } of rows) await enqueue(ctx, sendRefundTask, { id }, { key: id })
}

/** Asks the gateway, with the refund's own id as key: asked twice it goes back once. */
export async function sendRefund(ctx: OuterCtx, id: string): Promise<void> {
  const { refund, payment, access } = await ctx.tx(async tx => {
    const [refund] = await tx.db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id))
    const payment = await paymentById(tx, found(refund, 'Refund').paymentId)
    return { refund: refund!, payment, access: await accessTo(tx, payment.gateway) }
  })
  if (refund.state !== 'asked') return
  const close = (changes: Partial<Refund>) =>
    ctx.tx(async tx => {
      await tx.db.update(paymentRefunds).set(changes).where(eq(paymentRefunds.id, id))
      announce(tx, 'payments', payment.id)
    })
  // Asked again with a forgotten key it might go back twice: what the payment says decides.
  if (clock.ms() - refund.createdAt.getTime() > KEY_LIVES) {
    const { refunded } = await refreshPayment(ctx, payment.id)
    const isDone = refunded >= (await ctx.tx(tx => askedOf(tx, payment.id)))
    return close(isDone ? { state: 'succeeded' } : { state: 'failed', problem: UNANSWERED })
  }
  try {
    const { amount } = refund
    const { currency, externalId } = payment
    const facts = await gatewayFor(access).refund({ paymentId: externalId!, amount, currency, key: id })
    await close({ state: facts.state, externalId: facts.id })
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    await close({ state: 'failed', problem: error.message.slice(0, 300) })
    return
  }
  // What counts is what the gateway says of the payment.
  await refreshPayment(ctx, payment.id)
}

export const refundsOf = (ctx: Ctx, paymentId: string): Promise<Refund[]> =>
  ctx.db.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, paymentId)).orderBy(paymentRefunds.id)

const CAME_BACK = 'The bank could not credit this refund. The money is back at the payment gateway.'

/**
 * A refund that the gateway had taken on failed later. It is asked once more what went back; the books follow,
 * and of our refunds the newest ones that it no longer counts are failed, so that they can be asked for again.
 */
export async function recordFailedRefund(ctx: OuterCtx, paymentId: string): Promise<Payment> {
  const before = await ctx.tx(tx => paymentById(tx, paymentId))
  const after = await refreshPayment(ctx, paymentId, true)
  if (after.refunded >= before.refunded) return after
  await ctx.tx(async tx => {
    const rows = await refundsOf(tx, paymentId)
    const counted = rows.filter(({ state }) => state === 'succeeded' || state === 'pending')
    let over = counted.reduce((sum, row) => sum + row.amount, 0) - after.refunded
    for (const { id, amount } of counted.reverse()) {
      if (amount > over) continue
      over -= amount
      await tx.db.update(paymentRefunds).set({ state: 'failed', problem: CAME_BACK }).where(eq(paymentRefunds.id, id))
    }
    await notifyTeam(tx, paymentId, after.refunded)
    announce(tx, 'payments', paymentId)
  })
  return after
}

/** Those who may refund, so that they get in touch with the payer; neither name nor amount. */
async function notifyTeam(ctx: Ctx, paymentId: string, refunded: number): Promise<void> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const able = team.filter(({ role }) => may(role, 'payments.write')).map(({ userId }) => userId)
  await notify(ctx, able, {
    type: 'refund-failed',
    title: 'A refund failed',
    href: '/payment-settings',
    body: 'The bank could not credit it. Please get in touch with the payer.',
    dedupeKey: `refund-failed:${paymentId}:${refunded}`,
  })
}
