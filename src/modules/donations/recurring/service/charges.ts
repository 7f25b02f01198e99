import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withFeeCovered } from '#payments/rules/fees.ts'
import { afterFailure, expiresSoon, nextAfter } from '#payments/rules/schedule.ts'
import { offers, type Payment, paymentById } from '#payments/service/start.ts'
import { savedMethods } from '#payments/tables.ts'
import { people } from '#people/tables.ts'
import { recurringEnded, recurringFailed } from '../../events.ts'
import { chargeGift } from '../../giving/service.ts'
import { gifts } from '../../tables.ts'
import { resumesOn } from '../rules.ts'
import { recurringGifts, recurringLines } from '../tables.ts'
import { chargeRecurring } from '../tasks.ts'
import { notifyGiver, notifyTeam } from './notifications.ts'

type Row = typeof recurringGifts.$inferSelect
export const todayOf = (ctx: Ctx) => localDay(clock.now(), ctx.client.timeZone)

/** Churches with schedules: cards expire whether or not a gift is due. */
export const accountsWithRecurringGifts = () =>
  sql`select distinct client_id from recurring_gifts where status <> 'ended'`

/** Those that are due today, each charged by a job of its own. */
export async function enqueueDueCharges(ctx: Ctx): Promise<void> {
  const today = todayOf(ctx)
  await resumePausedSchedules(ctx, today)
  const due = await ctx.db
    .select({ id: recurringGifts.id })
    .from(recurringGifts)
    .where(and(eq(recurringGifts.status, 'active'), lte(recurringGifts.tryOn, today)))
    .orderBy(asc(recurringGifts.tryOn))
    .limit(1_000)
  for (const { id } of due) await enqueue(ctx, chargeRecurring, { id }, { key: id })
  await notifyExpiringCards(ctx, today)
}

/** What a schedule is once its pause is over: it goes on with the next date. */
export function resumedSchedule(row: Row, today: string) {
  const nextOn = resumesOn(row, today)
  const clean = { failures: 0, failedOn: null, problem: '' }
  return { status: 'active' as const, pausedUntil: null, nextOn, tryOn: nextOn, ...clean }
}

/** Those whose pause is over today; locked, as their givers may be changing them. */
async function resumePausedSchedules(ctx: Ctx, today: string): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(recurringGifts)
    .where(and(eq(recurringGifts.status, 'paused'), lte(recurringGifts.pausedUntil, today)))
    .orderBy(asc(recurringGifts.id))
    .for('update')
  for (const row of rows)
    await ctx.db
      .update(recurringGifts)
      .set({ ...resumedSchedule(row, today), version: row.version + 1 })
      .where(eq(recurringGifts.id, row.id))
}

/**
 * Charges one that is due. The gift is a row before the gateway is asked, under a key of its date and its try: killed,
 * repeated or run twice at once, it charges once. Days on which nothing ran are not made up for.
 */
export const chargeRecurringGift = (ctx: OuterCtx, id: string): Promise<void> =>
  ctx.tx(async tx => {
    const [row] = await tx.db.select().from(recurringGifts).where(eq(recurringGifts.id, id)).for('update')
    if (row?.status !== 'active' || row.tryOn > todayOf(tx) || (await isChargePending(tx, row))) return
    await charge(tx, row)
  })

/** The last charge isn't decided yet: a bank debit takes days, and an answer may not have come. */
export async function isChargePending(ctx: Ctx, { lastGiftId }: Row): Promise<boolean> {
  return (await ctx.db.$count(gifts, and(eq(gifts.id, lastGiftId), eq(gifts.status, 'pending')))) > 0
}

async function charge(ctx: Ctx, row: Row): Promise<void> {
  const lines = await ctx.db
    .select()
    .from(recurringLines)
    .where(eq(recurringLines.recurringId, row.id))
    .orderBy(asc(recurringLines.position))
  const sum = lines.reduce((total, line) => total + line.amount, 0)
  const { fee } = await offers(ctx)
  const [giver] = row.personId ? await ctx.db.select().from(people).where(eq(people.id, row.personId)) : []
  if (!giver || giver.deletedAt || giver.deceased) return endSchedule(ctx, row)
  const [saved] = await ctx.db.select().from(savedMethods).where(eq(savedMethods.id, row.savedId))
  try {
    const giftId = await chargeGift(ctx, {
      key: `recurring:${row.id}:${row.nextOn}:${row.failures}`,
      currency: row.currency,
      recurringId: row.id,
      amount: row.coverFees ? withFeeCovered(sum, fee) : sum,
      lines,
      source: 'online',
      savedId: row.savedId,
      personId: row.personId,
      description: 'Recurring gift',
      payer: { name: giver.name, email: saved?.email ?? '' },
    })
    await ctx.db.update(recurringGifts).set({ lastGiftId: giftId }).where(eq(recurringGifts.id, row.id))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await scheduleRetry(ctx, row, { code: 'gateway', message: error.message })
  }
}

/** Someone who was deleted or died gives no longer. */
async function endSchedule(ctx: Ctx, { id, personId }: Row): Promise<void> {
  await ctx.db
    .update(recurringGifts)
    .set({ status: 'ended', endedAt: clock.now(), endedReason: 'person' })
    .where(eq(recurringGifts.id, id))
  await emit(ctx, recurringEnded, { recurringId: id, personId, at: clock.now() })
}

/** What its payment makes of a charge: the next date, or the next try. */
export async function onRecurringPaymentChanged(ctx: Ctx, paymentId: string, giftId: string): Promise<void> {
  const [gift] = await ctx.db.select().from(gifts).where(eq(gifts.id, giftId))
  if (!gift?.recurringId) return
  const [row] = await ctx.db.select().from(recurringGifts).where(eq(recurringGifts.id, gift.recurringId)).for('update')
  if (!row || row.firstGiftId === giftId) return
  const payment = await paymentById(ctx, paymentId)
  // Ids grow with time. What is told again of an earlier charge, such as a refund, moves no date.
  const isNew = row.answeredGiftId === null || giftId > row.answeredGiftId
  if (payment.state === 'succeeded') return isNew ? recordSuccess(ctx, row, gift.id, payment) : undefined
  if (payment.state === 'failed' && gift.entryId) return notifyTeam(ctx, row, giftId)
  const isOver = payment.state === 'failed' || payment.state === 'canceled'
  if (!isOver || row.lastGiftId !== giftId || !isNew) return
  await ctx.db.update(recurringGifts).set({ answeredGiftId: giftId }).where(eq(recurringGifts.id, row.id))
  // Someone was there: the gateway's page told them why.
  if (payment.savedId === null || payment.keeps) return
  await scheduleRetry(ctx, row, { code: payment.problemCode, message: payment.problem })
}

async function recordSuccess(ctx: Ctx, row: Row, giftId: string, payment: Payment): Promise<void> {
  // A card that was entered for it takes the place of the one before.
  const savedId = payment.keeps && payment.savedId ? payment.savedId : row.savedId
  const today = todayOf(ctx)
  const nextOn = nextAfter(row.anchor, row.frequency, row.nextOn > today ? row.nextOn : today)
  await ctx.db
    .update(recurringGifts)
    .set({
      nextOn,
      tryOn: nextOn,
      savedId,
      failures: 0,
      failedOn: null,
      problem: '',
      answeredGiftId: giftId,
      lastGiftId: giftId,
      ...(row.status === 'past_due' && { status: 'active' as const }),
    })
    .where(eq(recurringGifts.id, row.id))
  announce(ctx, 'gifts', row.id)
}

async function scheduleRetry(ctx: Ctx, row: Row, why: { code: string; message: string }): Promise<void> {
  const { failures, failedOn, tryOn: next } = afterFailure(row, why.code, todayOf(ctx))
  await ctx.db
    .update(recurringGifts)
    .set({
      failures,
      failedOn,
      problem: why.message.slice(0, 300),
      ...(next ? { tryOn: next } : { status: 'past_due' as const }),
    })
    .where(eq(recurringGifts.id, row.id))
  const mailKey = `recurring-failed:${row.id}:${row.nextOn}:${failures}`
  await notifyGiver(ctx, row, next ? { kind: 'retry', on: next } : { kind: 'stopped' }, mailKey)
  if (!next) await notifyTeam(ctx, row)
  await emit(ctx, recurringFailed, { recurringId: row.id, personId: row.personId, at: clock.now() })
  announce(ctx, 'gifts', row.id)
}

/** Once for each expiry, in the month before it. */
async function notifyExpiringCards(ctx: Ctx, today: string): Promise<void> {
  const rows = await ctx.db
    .select({ row: recurringGifts, expires: savedMethods.expires })
    .from(recurringGifts)
    .innerJoin(
      savedMethods,
      and(eq(savedMethods.clientId, recurringGifts.clientId), eq(savedMethods.id, recurringGifts.savedId)),
    )
    .where(
      and(
        ne(recurringGifts.status, 'ended'),
        or(
          isNull(recurringGifts.expiryNoted),
          ne(recurringGifts.expiryNoted, sql`coalesce(${savedMethods.expires}, '')`),
        ),
      ),
    )
  for (const { row, expires } of rows) {
    if (!expiresSoon(expires, today)) continue
    await ctx.db.update(recurringGifts).set({ expiryNoted: expires }).where(eq(recurringGifts.id, row.id))
    await notifyGiver(ctx, row, { kind: 'expiring' }, `recurring-expiring:${row.id}:${expires}`)
  }
}
