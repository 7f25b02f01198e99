import { and, eq, gt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { notFound } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { PrayerRow } from '../contract.ts'
import { prayerCounts, prayerRequests, prayers } from '../tables.ts'
import { recordStep } from './changes.ts'
import { readRow, today } from './request-queries.ts'

/** So long a prayer can be undone; the button says ten seconds, a slow network takes its time. */
const UNDO = minutes(1)

type Whose = { userId: string } | { device: string }

/** In the audit log without a name: nobody learns who prayed. */
async function unnamed<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const acting = (actor: object) => ctx.db.execute(sql`select set_config('app.actor', ${JSON.stringify(actor)}, true)`)
  await acting({ type: 'system' })
  try {
    return await work()
  } finally {
    await acting(ctx.actor)
  }
}

/** Once a day for each member or device. The first prayer takes a new request to praying. */
export async function recordPrayer(ctx: Ctx, id: string, whose: Whose): Promise<boolean> {
  // The request is locked first: the prayer's own row locks it too, and two at once would wait for each other.
  const [row] = await ctx.db.select().from(prayerRequests).where(eq(prayerRequests.id, id)).for('update')
  if (!row || row.erasedAt || row.mergedInto) throw notFound('Prayer request')
  const counted = await ctx.db
    .insert(prayers)
    .values({ requestId: id, day: today(ctx), createdAt: clock.now(), ...whose })
    .onConflictDoNothing()
  if (counted.rowCount === 0) return false
  await ctx.db
    .update(prayerCounts)
    .set({ total: sql`${prayerCounts.total} + 1`, lastAt: clock.now() })
    .where(eq(prayerCounts.requestId, id))
  if (row.status === 'new') await unnamed(ctx, () => markPraying(ctx, id))
  announce(ctx, 'prayer', id)
  return true
}

/** Of two first prayers at once, one changes the status. */
async function markPraying(ctx: Ctx, id: string): Promise<void> {
  const begun = await ctx.db
    .update(prayerRequests)
    .set({ status: 'praying' })
    .where(and(eq(prayerRequests.id, id), eq(prayerRequests.status, 'new')))
  if (begun.rowCount) await recordStep({ ...ctx, actor: { type: 'system' } }, id, 'new', 'praying')
}

export async function pray(ctx: Ctx, { id }: { id: string }): Promise<PrayerRow> {
  await readRow(ctx, id)
  await recordPrayer(ctx, id, { userId: userOf(ctx)! })
  return readRow(ctx, id)
}

export async function undoPrayer(ctx: Ctx, { id }: { id: string }): Promise<PrayerRow> {
  await readRow(ctx, id)
  const gone = await ctx.db
    .delete(prayers)
    .where(
      and(
        eq(prayers.requestId, id),
        eq(prayers.userId, userOf(ctx)!),
        eq(prayers.day, today(ctx)),
        gt(prayers.createdAt, new Date(clock.ms() - UNDO)),
      ),
    )
  if (gone.rowCount) {
    await ctx.db
      .update(prayerCounts)
      .set({ total: sql`greatest(${prayerCounts.total} - 1, 0)` })
      .where(eq(prayerCounts.requestId, id))
    announce(ctx, 'prayer', id)
  }
  return readRow(ctx, id)
}
