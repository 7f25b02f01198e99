import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { recordGoal } from '#links/goals/service.ts'
import { intakePerson } from '#people/service/intake.ts'
import { today } from '../../invoices/service/rows.ts'
import { salePlans, salePrices } from '../../plans/tables.ts'
import { followSale, refundSecond, type Sale } from '../../sales/service.ts'
import { type Payment, paymentById } from '../../service/start.ts'
import { payments } from '../../tables.ts'
import { dateAfter, firstDates } from '../rules/states.ts'
import { planCharges, planSubscriptions } from '../tables.ts'
import { recordDecline } from './charges.ts'
import { emailSubscriber, notifyTeam } from './notifications.ts'
import { lockSubscription, MODULE, type Subscription, saleRef, updateSubscription } from './rows.ts'

type Charge = typeof planCharges.$inferSelect
interface Told {
  paymentId: string
  module: string
  refId: string
}

/** Makes a charge and its subscription what its payments are; told again, in any order, it is the same. */
export async function onPaymentChanged(ctx: Ctx, { paymentId, module, refId }: Told): Promise<void> {
  if (module !== MODULE) return
  const [known] = await ctx.db.select().from(planCharges).where(eq(planCharges.id, refId))
  const row = known && (await lockSubscription(ctx, known.subscriptionId))
  if (!row) return
  const [charge] = await ctx.db.select().from(planCharges).where(eq(planCharges.id, refId))
  const followed = await followSale(ctx, saleRef(refId))
  if (!charge || !followed) return
  const payment = await paymentById(ctx, paymentId)
  await refundSecond(ctx, saleRef(refId), payment)
  if (payment.state === 'succeeded' && !charge.settledAt) return settleCharge(ctx, row, charge, followed.sale, payment)
  if (followed.sale.state === 'returned' && charge.settledAt) return reopenCharge(ctx, row, charge)
  const isOver = payment.state === 'failed' || payment.state === 'canceled'
  // Ids grow with time: what is told again of an earlier payment changes nothing. At the gateway's page someone was there.
  const isNew = row.answeredPaymentId === null || payment.id > row.answeredPaymentId
  if (!isOver || !isNew || charge.settledAt || payment.savedId === null || payment.keeps) return
  const answered = { ...row, answeredPaymentId: payment.id }
  await updateSubscription(ctx, row, { answeredPaymentId: payment.id })
  if (row.state === 'active')
    await recordDecline(ctx, answered, { code: payment.problemCode, message: payment.problem })
}

/** What a subscriber is told when they are back, and what their form begins with; undefined for another plan's payment. */
export async function outcomeOf(ctx: Ctx, planId: string, paymentId: string) {
  const [row] = await ctx.db
    .select({ subscription: planSubscriptions, state: payments.state })
    .from(payments)
    .innerJoin(planCharges, and(eq(planCharges.clientId, payments.clientId), eq(planCharges.id, payments.refId)))
    .innerJoin(
      planSubscriptions,
      and(eq(planSubscriptions.clientId, planCharges.clientId), eq(planSubscriptions.id, planCharges.subscriptionId)),
    )
    .where(and(eq(payments.id, paymentId), eq(payments.module, MODULE), eq(planSubscriptions.planId, planId)))
  if (!row) return
  const { key, firstName, lastName, email } = row.subscription
  const isPending = row.state === 'pending' || row.state === 'unknown'
  const state = row.state === 'succeeded' ? ('paid' as const) : isPending ? ('pending' as const) : ('failed' as const)
  return { state, key, typed: { firstName, lastName, email } }
}

async function settleCharge(ctx: Ctx, row: Subscription, charge: Charge, sale: Sale, payment: Payment): Promise<void> {
  await ctx.db.update(planCharges).set({ settledAt: clock.now() }).where(eq(planCharges.id, charge.id))
  // A card that was entered for it takes the place of the one before.
  const savedId = (payment.keeps && payment.savedId) || row.savedId
  const clean = { savedId, failures: 0, failedOn: null, problem: '' }
  if (row.state === 'pending') return activateSubscription(ctx, { ...row, ...clean }, sale)
  const nextOn = dateAfter(row, charge.periodOn, today(ctx))
  const state = row.state === 'past_due' ? ('active' as const) : row.state
  const over = (await isPaidOff(ctx, row)) ? FINISHED() : {}
  await updateSubscription(ctx, row, { ...clean, state, nextOn, tryOn: nextOn, ...over })
  await emailSubscriber(ctx, { ...row, nextOn, state }, { kind: 'receipt', sale }, `plan-receipt:${charge.id}`)
}

const FINISHED = () => ({ state: 'canceled' as const, canceledAt: clock.now(), canceledBy: 'finished' as const })

/** Of a plan with a number of payments: all of them arrived. */
async function isPaidOff(ctx: Ctx, row: Subscription): Promise<boolean> {
  const [plan] = await ctx.db.select({ times: salePlans.times }).from(salePlans).where(eq(salePlans.id, row.planId))
  if (!plan?.times) return false
  const settled = and(eq(planCharges.subscriptionId, row.id), isNotNull(planCharges.settledAt))
  return (await ctx.db.$count(planCharges, settled)) >= plan.times
}

/** The first payment arrived: the subscriber becomes a person, and the dates are counted from today. */
async function activateSubscription(ctx: Ctx, row: Subscription, sale: Sale): Promise<void> {
  const { firstName, lastName, email, savedId } = row
  const points = [{ kind: 'email' as const, value: email }]
  const { personId } = await intakePerson(ctx, { firstName, lastName, points, source: 'plan subscription' })
  const dates = firstDates(today(ctx), row.interval, row.trialDays)
  const now = { ...dates, tryOn: dates.nextOn, personId, savedId, state: 'active' as const, startedAt: clock.now() }
  await updateSubscription(ctx, row, now)
  await ctx.db
    .update(salePrices)
    .set({ sold: sql`${salePrices.sold} + 1` })
    .where(eq(salePrices.id, row.priceId))
  await recordGoal(ctx, {
    kind: 'purchase',
    subjectId: row.planId,
    refId: row.id,
    personId,
    visitor: sale.visitor,
  })
  await emailSubscriber(ctx, { ...row, ...now }, { kind: 'receipt', sale }, `plan-receipt:${sale.refId}`)
}

/** The bank returned what had arrived: it is owed again, and no card is charged for it by itself. */
async function reopenCharge(ctx: Ctx, row: Subscription, charge: Charge): Promise<void> {
  await ctx.db.update(planCharges).set({ settledAt: null }).where(eq(planCharges.id, charge.id))
  if (row.state !== 'active') return
  await updateSubscription(ctx, row, { state: 'past_due', problem: 'The bank returned the payment.' })
  await emailSubscriber(ctx, row, { kind: 'stopped' }, `plan-returned:${charge.id}`)
  await notifyTeam(ctx, row)
}
