import { eq, lt, sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/network.ts'
import { sealOf } from '#kernel/secrets.ts'
import { isCardTesting, type Tries } from '../rules/card-testing.ts'
import { paymentTries } from '../tables.ts'

const HELD_UP =
  'Several cards were declined on this device or network, so paying online is paused here for up to an hour. Nothing was charged. Please try again later, or from another connection.'

/** A kiosk is a device of its own, and its declines are not those of the phones around it. */
const sourceOf = (ctx: Ctx, isKiosk: boolean) => {
  const network = networkOf(ctx.ip ?? '')
  const kind = isKiosk ? 'kiosk ' : ''
  return {
    place: sealOf(`paying ${kind}${network}`),
    device: sealOf(`paying ${kind}${network} ${ctx.userAgent ?? ''}`),
  }
}

async function recentTries(ctx: Ctx, { place, device }: { place: string; device: string }): Promise<Tries> {
  const { rows } = await ctx.db.execute<Tries & Record<string, unknown>>(sql`
    select coalesce(sum(declines) filter (where device = ${device}), 0)::int as "deviceDeclines",
      coalesce(sum(declines), 0)::int as "networkDeclines",
      (select count(distinct card)::int from payment_tries t, unnest(t.cards) card
        where t.place = ${place} and t.device = ${device} and t.created_at > ${new Date(clock.ms() - hours(1))}) as "deviceCards",
      (count(*) filter (where not settled))::int as "networkOpen"
    from payment_tries where place = ${place} and created_at > ${new Date(clock.ms() - hours(1))}`)
  return rows[0]!
}

/**
 * Refuses another payment where cards are being tested: declines and declined cards are counted, not payments, so that a
 * congregation on one network can give at the same time. Payments that nobody's browser asks for are not looked at.
 * @throws TOO_MANY_REQUESTS
 */
export async function requireNoCardTesting(ctx: Ctx, isKiosk: boolean): Promise<void> {
  if (ctx.ip && isCardTesting(await recentTries(ctx, sourceOf(ctx, isKiosk)), isKiosk))
    throw new Failure('TOO_MANY_REQUESTS', HELD_UP)
}

export async function countStarted(ctx: Ctx, paymentId: string, isKiosk: boolean): Promise<void> {
  if (ctx.ip) await ctx.db.insert(paymentTries).values({ paymentId, ...sourceOf(ctx, isKiosk), createdAt: clock.now() })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @param card tells the card from others; empty where the gateway doesn't say */
export async function recordDecline(ctx: Ctx, paymentId: string, card: string): Promise<void> {
  if (!UUID.test(paymentId)) return
  const sealed = sealOf(`card ${card || paymentId}`)
  await ctx.db
    .update(paymentTries)
    .set({
      declines: sql`${paymentTries.declines} + 1`,
      cards: sql`array_append(array_remove(${paymentTries.cards}, ${sealed}), ${sealed})`,
    })
    .where(eq(paymentTries.paymentId, paymentId))
}

/** It was paid, or a bank debit is on its way. */
export const recordSettled = (ctx: Ctx, paymentId: string) =>
  ctx.db.update(paymentTries).set({ settled: true }).where(eq(paymentTries.paymentId, paymentId))

/** Accounts whose tries no limit looks at any more. */
export const accountsWithOldTries = (at: Date) =>
  sql`select distinct client_id as id from payment_tries where created_at < ${new Date(at.getTime() - days(1))}`

export async function purgeTries(ctx: Ctx): Promise<void> {
  await ctx.db.delete(paymentTries).where(lt(paymentTries.createdAt, new Date(clock.ms() - days(1))))
}
