import { and, asc, eq, lt, or, sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { PENDING_HOURS } from '../rules/states.ts'
import { appointments } from '../tables.ts'
import { followUp } from '../tasks.ts'
import { releaseCanceled } from './appointments.ts'

const NOT_PAID = 'Not paid in time'
const oldest = (now: Date) => new Date(now.getTime() - hours(PENDING_HOURS))

/** Accounts with requests that nobody answered, or whose time has come. */
export const accountsWithExpiredRequests = (
  now: Date,
) => sql`select client_id from appointments where status = 'pending'
  and (pay_by < ${now.toISOString()}::timestamptz or created_at < ${oldest(now).toISOString()}::timestamptz or starts_at < ${now.toISOString()}::timestamptz)`

/** A request that nobody confirmed gives its time back, and the guest is told. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  const now = clock.now()
  const rows = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.status, 'pending'),
        or(lt(appointments.payBy, now), lt(appointments.createdAt, oldest(now)), lt(appointments.startsAt, now)),
      ),
    )
    .orderBy(asc(appointments.id))
    .limit(100)
    .for('update', { skipLocked: true })
  for (const row of rows) {
    await ctx.db
      .update(appointments)
      .set({
        status: 'cancelled',
        cancelReason: row.payBy ? NOT_PAID : 'Not confirmed in time',
        cancelledAt: now,
        sequence: row.sequence + 1,
      })
      .where(eq(appointments.id, row.id))
    await releaseCanceled(ctx, row, false)
    // Who went away before paying knows that, and nobody else has heard of it.
    if (!row.payBy) await enqueue(ctx, followUp, { appointmentId: row.id, what: 'cancelled' })
  }
}
