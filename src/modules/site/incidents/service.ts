import { and, desc, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { clock, days, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { asPlatform } from '#kernel/run.ts'
import type { Incident, IncidentChange, NewIncident, NewUpdate } from './contract.ts'
import { incidents, incidentUpdates } from './tables.ts'

const MOST = 200
const SHOWN_DAYS = 90
/** Anyone may ask; the database is asked this often at most. */
const FRESH = seconds(5)

async function read(db: Db, where?: SQL): Promise<Incident[]> {
  const rows = await db.select().from(incidents).where(where).orderBy(desc(incidents.startedAt)).limit(MOST)
  const ids = rows.map(row => row.id)
  const updates = await db
    .select()
    .from(incidentUpdates)
    .where(inArray(incidentUpdates.incidentId, ids))
    .orderBy(desc(incidentUpdates.id))
  const told = rows.map(row => ({
    ...row,
    updates: updates.filter(one => one.incidentId === row.id).map(one => ({ ...one, at: one.createdAt })),
  }))
  // What is open comes first, and among each kind the newest.
  return told.sort((a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null))
}

export const list = async (ctx: Ctx) => ({ items: await read(ctx.db) })
const one = async (ctx: Ctx, id: string) => found((await read(ctx.db, eq(incidents.id, id)))[0], 'Incident')

function notAhead(startedAt: Date | undefined): void {
  if (startedAt && startedAt.getTime() > clock.ms() + days(90))
    throw invalid('startedAt', 'That is more than 90 days ahead')
}

export async function create(ctx: Ctx, { id, words, startedAt, ...facts }: NewIncident) {
  notAhead(startedAt)
  const now = clock.now()
  const resolvedAt = facts.state === 'resolved' ? now : null
  const added = await ctx.db
    .insert(incidents)
    .values({ id, ...facts, startedAt: startedAt ?? now, resolvedAt })
    .onConflictDoNothing()
    .returning({ id: incidents.id })
  if (added.length > 0) await ctx.db.insert(incidentUpdates).values({ incidentId: id, state: facts.state, words })
  forget()
  return one(ctx, id)
}

export async function update(ctx: Ctx, { id, version, ...changes }: IncidentChange) {
  notAhead(changes.startedAt)
  const done = await ctx.db
    .update(incidents)
    .set({ ...changes, updatedAt: clock.now() })
    .where(and(eq(incidents.id, id), eq(incidents.version, version)))
    .returning({ id: incidents.id })
  if (done.length === 0) {
    await one(ctx, id)
    throw new Failure('CONFLICT')
  }
  forget()
  return one(ctx, id)
}

/** The incident's state is the newest word's; the last one closes it, a later one opens it again. */
export async function postUpdate(ctx: Ctx, { id, updateId, state, words }: NewUpdate) {
  const [row] = await ctx.db.select().from(incidents).where(eq(incidents.id, id)).for('update')
  const { resolvedAt } = found(row, 'Incident')
  const added = await ctx.db
    .insert(incidentUpdates)
    .values({ id: updateId, incidentId: id, state, words })
    .onConflictDoNothing()
    .returning({ id: incidentUpdates.id })
  if (added.length > 0) {
    const closed = state === 'resolved' ? (resolvedAt ?? clock.now()) : null
    await ctx.db.update(incidents).set({ state, resolvedAt: closed }).where(eq(incidents.id, id))
  }
  forget()
  return one(ctx, id)
}

/** For one that was made by mistake: the status page then knows nothing of it. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const gone = await ctx.db.delete(incidents).where(eq(incidents.id, id)).returning({ id: incidents.id })
  found(gone[0], 'Incident')
  forget()
  return {}
}

let last: { at: number; items: Promise<Incident[]> } | undefined
const forget = () => (last = undefined)

/** For anyone; an answer is good for five seconds. */
export async function history() {
  if (!last || clock.ms() - last.at > FRESH) {
    const since = new Date(clock.ms() - days(SHOWN_DAYS))
    const asked = { at: clock.ms(), items: asPlatform('status', db => read(db, shownSince(since))) }
    last = asked
    // A database that does not answer now may in a moment.
    asked.items.catch(() => last === asked && forget())
  }
  return { items: await last.items }
}
const shownSince = (since: Date) => or(isNull(incidents.resolvedAt), gt(incidents.resolvedAt, since))
