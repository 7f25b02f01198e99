import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { RESERVATION_MINUTES } from '../rules/states.ts'
import { claims, resources } from '../tables.ts'

/** A resource for a time, with the buffers around it. */
export interface Wanted {
  resourceId: string
  from: Date
  to: Date
}
export type ClaimStatus = 'hold' | 'pending' | 'confirmed' | 'override'

const rangeOf = ({ from, to }: Pick<Wanted, 'from' | 'to'>) => `[${from.toISOString()},${to.toISOString()})`

/**
 * Prevents double booking. Promises these resources, all or none: PostgreSQL's exclusion constraint decides, also between requests of the same moment.
 * They are written in the order of their ids, so that two requests never wait for each other in a circle.
 * @returns those that another claim has; nothing is kept then, and the caller must refuse
 */
export async function claimResources(
  ctx: Ctx,
  wanted: readonly Wanted[],
  { status, appointmentId, holdKey }: { status: ClaimStatus; appointmentId?: string; holdKey?: string },
): Promise<string[]> {
  if (wanted.length === 0) return []
  const ids = wanted.map(one => one.resourceId)
  await deleteExpiredHolds(ctx, ids)
  const shared = await lockShared(ctx, ids)
  const expiresAt = status === 'hold' ? new Date(clock.ms() + minutes(RESERVATION_MINUTES)) : null
  const taken: string[] = []
  for (const one of [...wanted].sort((a, b) => (a.resourceId < b.resourceId ? -1 : 1))) {
    const capacity = shared.get(one.resourceId)
    if (capacity !== undefined && status !== 'override' && (await usesOf(ctx, one)) >= capacity) {
      taken.push(one.resourceId)
      continue
    }
    // No conflict target: the exclusion constraint counts. It waits for a transaction that is inserting the same time.
    const rows = await ctx.db
      .insert(claims)
      .values({
        resourceId: one.resourceId,
        appointmentId,
        during: rangeOf(one),
        status: capacity === undefined ? status : status === 'override' ? 'override' : 'shared',
        expiresAt,
        holdKey,
      })
      .onConflictDoNothing()
      .returning({ id: claims.id })
    if (rows.length === 0) taken.push(one.resourceId)
  }
  return taken
}

/** The predicate of the constraint can't ask what time it is, so a hold that has lapsed is deleted before anyone inserts. */
async function deleteExpiredHolds(ctx: Ctx, resourceIds: string[]): Promise<void> {
  await ctx.db
    .delete(claims)
    .where(and(inArray(claims.resourceId, resourceIds), eq(claims.status, 'hold'), lt(claims.expiresAt, clock.now())))
}

/** Resources that several may use at once, with how many; locked, since they are counted instead of excluded. */
async function lockShared(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ id: resources.id, capacity: resources.capacity })
    .from(resources)
    .where(and(inArray(resources.id, ids), resources.isShared))
    .orderBy(resources.id)
    .for('update')
  return new Map(rows.map(row => [row.id, row.capacity ?? Number.POSITIVE_INFINITY]))
}

async function usesOf(ctx: Ctx, wanted: Wanted): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(claims)
    .where(and(eq(claims.resourceId, wanted.resourceId), sql`${claims.during} && ${rangeOf(wanted)}::tstzrange`))
  return row!.count
}

/** Frees what an appointment or a visitor's hold keeps. */
export async function release(ctx: Ctx, of: { appointmentId: string } | { holdKey: string }): Promise<void> {
  await ctx.db
    .delete(claims)
    .where('appointmentId' in of ? eq(claims.appointmentId, of.appointmentId) : eq(claims.holdKey, of.holdKey))
}

/** A request that was confirmed keeps what it had. */
export async function confirmClaims(ctx: Ctx, appointmentId: string): Promise<void> {
  await ctx.db
    .update(claims)
    .set({ status: 'confirmed' })
    .where(and(eq(claims.appointmentId, appointmentId), eq(claims.status, 'pending')))
}

/** Which resources an appointment holds at present. */
export async function hasClaims(ctx: Ctx, appointmentId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: claims.id })
    .from(claims)
    .where(eq(claims.appointmentId, appointmentId))
    .limit(1)
  return row !== undefined
}

/** Waits for nobody: bookings share this lock, and what blocks everyone takes it alone. */
export const lockBookings = (ctx: Ctx, { alone }: { alone: boolean }) =>
  ctx.db.execute(
    alone
      ? sql`select pg_advisory_xact_lock(hashtextextended(${`calendar ${ctx.client.id}`}, 0))`
      : sql`select pg_advisory_xact_lock_shared(hashtextextended(${`calendar ${ctx.client.id}`}, 0))`,
  )

/** Two guests on a day with one booking left come one after the other: the second counts the first. */
export async function lockDailyLimit(ctx: Ctx, type: { id: string; dailyLimit: number | null }): Promise<void> {
  if (type.dailyLimit === null) return
  await advisoryLock(ctx.db, `calendar limit ${type.id}`)
}
