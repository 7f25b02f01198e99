import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { whenText } from '../../rules/when.ts'
import { placeAppointment, releaseCanceled } from '../../service/appointments.ts'
import { appointments, resources } from '../../tables.ts'
import { followUp } from '../../tasks.ts'
import { sourceEvents } from '../tables.ts'
import type { Run } from './sync.ts'

type Row = typeof appointments.$inferSelect
type Link = typeof sourceEvents.$inferSelect

export interface Remote {
  id: string
  etag: string
  uid: string
  spans: [number, number][]
  first: [number, number] | null
}

/** What of an appointment is written to other calendars. */
export const writtenOf = ({ title, startsAt, endsAt, location, isConfidential }: Row): string =>
  digest(JSON.stringify([title, startsAt.getTime(), endsAt.getTime(), isConfidential ? '' : location]))

const isOpen = ({ status }: Row) => status === 'pending' || status === 'confirmed'

interface Pair {
  link: Link
  row: Row
}
async function linksOf(ctx: Ctx, { source, startedAt }: Run): Promise<Pair[]> {
  return ctx.db
    .select({ link: sourceEvents, row: appointments })
    .from(sourceEvents)
    .innerJoin(appointments, eq(appointments.id, sourceEvents.appointmentId))
    .where(and(eq(sourceEvents.sourceId, source.id), lt(sourceEvents.updatedAt, startedAt)))
}

const keep = (ctx: Ctx, link: Link, set: Partial<Link>) =>
  ctx.db
    .update(sourceEvents)
    .set({ ...set, updatedAt: sql`now()` })
    .where(eq(sourceEvents.id, link.id))

interface Known {
  events: Remote[]
  removed: string[]
  isWhole: boolean
  /** Ids of all events that are there: one that can't be read was not deleted. */
  present: string[]
}

/** What was moved or deleted in the other calendar is moved or canceled here; our own writings are known by their versions. */
export async function applyRemoteChanges(
  ctx: OuterCtx,
  run: Run,
  { events, removed, isWhole, present }: Known,
): Promise<void> {
  const byId = new Map(events.map(event => [event.id, event]))
  const gone = new Set(removed)
  const there = new Set(present)
  const { from, to } = run.reading
  for (const pair of await ctx.tx(tx => linksOf(tx, run))) {
    const { link, row } = pair
    if (!link.eventId) continue
    const remote = byId.get(link.eventId)
    const isMissing = isWhole && !there.has(link.eventId) && row.endsAt > from && row.startsAt < to
    if (gone.has(link.eventId) || isMissing || (remote && !remote.first && remote.etag !== link.etag))
      await ctx.tx(tx => deletedThere(tx, run, pair))
    else if (remote && remote.etag !== link.etag) await changedThere(ctx, run, pair, remote)
  }
}

/** Locked, and as it was read: a change of ours in between wins. */
async function unchanged(ctx: Ctx, { row, link }: Pair): Promise<Row | undefined> {
  const [now] = await ctx.db.select().from(appointments).where(eq(appointments.id, row.id)).for('update')
  return now && now.version === row.version && writtenOf(now) === link.written ? now : undefined
}

async function deletedThere(ctx: Ctx, run: Run, pair: Pair): Promise<void> {
  const row = await unchanged(ctx, pair)
  const { link } = pair
  if (!row || !isOpen(row) || row.endsAt <= clock.now()) {
    await ctx.db.delete(sourceEvents).where(eq(sourceEvents.id, link.id))
    return
  }
  if (await concernsOthers(ctx, row)) {
    await flag(ctx, row, `Deleted in ${run.source.name}. It was not canceled, because others take part.`)
    // Written again when it changes, and not before.
    await keep(ctx, link, { eventId: '', etag: '' })
    return
  }
  await ctx.db
    .update(appointments)
    .set({
      status: 'cancelled',
      cancelReason: `Deleted in ${run.source.name}`,
      cancelledAt: clock.now(),
      sequence: row.sequence + 1,
    })
    .where(eq(appointments.id, row.id))
  await releaseCanceled(ctx, row, true)
  await ctx.db.delete(sourceEvents).where(eq(sourceEvents.id, link.id))
}

/** A session with seats, or one with another host, is not for one host alone to cancel. */
async function concernsOthers(ctx: Ctx, row: Row): Promise<boolean> {
  if (row.capacity !== null) return true
  const hosts = await ctx.db
    .select({ id: resources.id })
    .from(resources)
    .where(and(inArray(resources.id, row.resourceIds), eq(resources.kind, 'host'), isNull(resources.deletedAt)))
  return hosts.length > 1
}

async function changedThere(ctx: OuterCtx, run: Run, pair: Pair, { etag, first }: Remote): Promise<void> {
  const [startsAt, endsAt] = [new Date(first![0]), new Date(first![1])]
  const isMoved = (row: Row) => row.startsAt.getTime() !== first![0] || row.endsAt.getTime() !== first![1]
  try {
    await ctx.tx(async tx => {
      const row = await unchanged(tx, pair)
      // Changed here as well: ours is written over theirs, whose version is known now.
      if (!row || !isOpen(row) || !isMoved(row)) return void (await keep(tx, pair.link, { etag }))
      await placeAppointment(tx, row, { startsAt, endsAt, resourceIds: row.resourceIds })
      await keep(tx, pair.link, { etag, written: writtenOf({ ...row, startsAt, endsAt }) })
      await enqueue(tx, followUp, { appointmentId: row.id, what: 'moved' })
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await ctx.tx(async tx => {
      const when = whenText({ ...pair.row, startsAt, endsAt, timeZone: tx.client.timeZone, locale: tx.client.locale })
      const why = error.code === 'TIME_TAKEN' ? 'that time is taken' : 'that time can’t be used'
      await flag(tx, pair.row, `Moved in ${run.source.name} to ${when}, but ${why}. It was not moved here.`)
      await keep(tx, pair.link, { etag })
    })
  }
}

async function flag(ctx: Ctx, { id }: Pick<Row, 'id'>, text: string): Promise<void> {
  await ctx.db
    .update(appointments)
    .set({ flag: text.slice(0, 500) })
    .where(eq(appointments.id, id))
  announce(ctx, 'calendar', id)
}
