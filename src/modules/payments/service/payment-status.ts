import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { Declined, GatewayRefused, GatewayUnavailable, gatewayFor } from '#providers/payments/index.ts'
import { payments, savedMethods } from '../tables.ts'
import { pollPaymentTask } from '../tasks.ts'
import { applyGatewayFacts, emitPaymentChanged } from './gateway-facts.ts'
import { accessTo, noteProblem } from './gateways.ts'
import { methodSettings, type Payment, paymentById } from './start.ts'

/**
 * Asks the gateway the status of a payment, and makes it so: after the payer came back, for an event, and for those of
 * which nothing was heard. Needs the right `giving`.
 * @param lowers the gateway said before that less went back than we know of
 * @throws GatewayUnavailable
 */
export async function refreshPayment(ctx: OuterCtx, id: string, lowers = false): Promise<Payment> {
  const { row, access } = await ctx.tx(async tx => {
    const row = await paymentById(tx, id)
    return { row, access: await accessTo(tx, row.gateway) }
  })
  const gateway = gatewayFor(access)
  const asked = clock.now()
  if (row.externalId) {
    const facts = await gateway.payment(row.externalId)
    return ctx.tx(tx => applyGatewayFacts(tx, id, facts, asked, lowers))
  }
  if (!row.checkoutId) return row
  const { state, payment, saved } = await gateway.checkoutResult(row.checkoutId)
  return ctx.tx(async tx => {
    if (payment) return applyGatewayFacts(tx, id, saved && !payment.saved ? { ...payment, saved } : payment, asked)
    return state === 'expired' || isOver(row) ? expirePayment(tx, row) : row
  })
}

/** A page that ended a day ago, also at a gateway that can't be asked about its pages. */
const isOver = ({ checkoutExpiresAt }: Payment) =>
  checkoutExpiresAt !== null && clock.ms() - checkoutExpiresAt.getTime() > hours(24)

async function expirePayment(ctx: Ctx, { id }: Payment): Promise<Payment> {
  const [row] = await ctx.db
    .update(payments)
    .set({ state: 'expired' })
    .where(and(eq(payments.id, id), eq(payments.state, 'created')))
    .returning()
  if (!row) return paymentById(ctx, id)
  await emitPaymentChanged(ctx, row)
  return row
}

/** So long a charge of which nothing is known is asked for again with its key. */
const KEY_LIVES = hours(12)

/**
 * Charges a kept method. The gateway knows the key, so that asked again after a killed worker it answers with the same
 * charge; where no answer comes, the payment is `unknown` and is asked for again later with the same key.
 */
export async function chargePayment(ctx: OuterCtx, id: string): Promise<void> {
  const { row, access, saved, descriptor } = await ctx.tx(async tx => {
    const row = await paymentById(tx, id)
    const [saved] = await tx.db
      .select()
      .from(savedMethods)
      .where(eq(savedMethods.id, row.savedId ?? ''))
    const descriptor = (await methodSettings(tx))?.descriptor || null
    await tx.db.update(payments).set({ askedAt: clock.now() }).where(eq(payments.id, id))
    return { row, access: await accessTo(tx, row.gateway), saved: saved!, descriptor }
  })
  if (row.state !== 'created' && row.state !== 'unknown') return
  // Gateways forget keys after a day: later the nightly comparison says how it ended, by our reference.
  if (row.state === 'unknown' && clock.ms() - row.createdAt.getTime() > KEY_LIVES) return
  const { customerId, methodId, kind, brand, last4, expires } = saved
  const asked = clock.now()
  try {
    const facts = await gatewayFor(access).charge({
      reference: id,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      descriptor,
      saved: { customerId, methodId, kind, brand, last4, expires },
      key: id,
    })
    await ctx.tx(tx => applyGatewayFacts(tx, id, facts, asked))
  } catch (error) {
    if (error instanceof Declined || error instanceof GatewayRefused) return ctx.tx(tx => recordRefusal(tx, row, error))
    if (error instanceof GatewayUnavailable)
      await ctx.tx(async tx => {
        await tx.db.update(payments).set({ state: 'unknown' }).where(eq(payments.id, id))
        await noteProblem(tx, row.gateway, error.message)
      })
    throw error
  }
}

async function recordRefusal(ctx: Ctx, { id }: Payment, error: Declined | GatewayRefused): Promise<void> {
  const problemCode = error instanceof Declined ? error.code : 'refused'
  const [row] = await ctx.db
    .update(payments)
    .set({ state: 'failed', problemCode, problem: error.message.slice(0, 300) })
    .where(and(eq(payments.id, id), inArray(payments.state, ['created', 'unknown'])))
    .returning()
  if (row) await emitPaymentChanged(ctx, row)
}

/** Churches with payments that nobody has heard of for a while: a lost webhook, a closed browser, a killed worker. */
export const accountsWithOpenPayments = () =>
  sql`select distinct client_id from payments where state in ('created', 'pending', 'unknown')
    and (checkout_id is not null or saved_id is not null) and updated_at < ${new Date(clock.ms() - minutes(10))}`

/** Those of this church, to be asked for at their gateway. */
export async function pollOpenPayments(ctx: Ctx): Promise<void> {
  const [recent, day] = [new Date(clock.ms() - minutes(10)), new Date(clock.ms() - hours(6))]
  const rows = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        // A bank debit takes days: asked for a few times a day is often enough.
        and(eq(payments.state, 'pending'), lt(payments.updatedAt, day)),
        and(inArray(payments.state, ['created', 'unknown']), lt(payments.updatedAt, recent)),
      ),
    )
    .limit(500)
  for (const { id } of rows) await enqueue(ctx, pollPaymentTask, { id }, { key: id })
}

/** One of them. */
export async function pollPayment(ctx: OuterCtx, id: string): Promise<void> {
  const row = await ctx.tx(tx => paymentById(tx, id))
  if (row.state === 'unknown' || (row.state === 'created' && row.savedId && !row.checkoutId))
    return chargePayment(ctx, id)
  if (row.checkoutId || row.externalId) {
    await refreshPayment(ctx, id)
    await ctx.tx(tx => tx.db.update(payments).set({ updatedAt: clock.now() }).where(eq(payments.id, id)))
  }
}
