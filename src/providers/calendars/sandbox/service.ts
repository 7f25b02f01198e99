import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { asPlatform } from '#kernel/run.ts'
import { ChangedThere } from '#providers/outbound/index.ts'
import type { CalendarProvider, RemoteEvent } from '../index.ts'
import { sandboxEvents } from './tables.ts'

const NAME = 'calendar sandbox'
type Row = typeof sandboxEvents.$inferSelect

const nextChange = sql`nextval(pg_get_serial_sequence('calendar_sandbox_events', 'change'))`

function remote({ id, etag, uid, startsAt, endsAt, isFree }: Row): RemoteEvent {
  const first: [number, number] = [startsAt.getTime(), endsAt.getTime()]
  return { id, etag: String(etag), uid, first, spans: isFree ? [] : [first] }
}

/** Keeps events in a table and answers as Google does, with changes since a token; needs no credentials. */
export const sandboxCalendar: CalendarProvider = {
  calendars: async ({ username = '' }) => [{ id: username, name: 'Sandbox calendar', canWrite: true }],
  async changes(_access, calendar, cursor) {
    const rows = await asPlatform(NAME, db =>
      db
        .select()
        .from(sandboxEvents)
        .where(
          and(
            eq(sandboxEvents.calendar, calendar),
            cursor ? gt(sandboxEvents.change, Number(cursor)) : isNull(sandboxEvents.deletedAt),
          ),
        )
        .orderBy(asc(sandboxEvents.change)),
    )
    return {
      events: rows.filter(row => !row.deletedAt).map(remote),
      removed: rows.filter(row => row.deletedAt).map(row => row.id),
      cursor: String(rows.at(-1)?.change ?? (Number(cursor) || 0)),
      isWhole: !cursor,
    }
  },
  async create(_access, calendar, { key, uid, title, startsAt, endsAt }) {
    const [row] = await asPlatform(NAME, db =>
      db
        .insert(sandboxEvents)
        .values({ id: key, calendar, uid, title, startsAt, endsAt })
        .onConflictDoUpdate({
          target: sandboxEvents.id,
          set: {
            uid,
            title,
            startsAt,
            endsAt,
            deletedAt: null,
            etag: sql`${sandboxEvents.etag} + 1`,
            change: nextChange,
          },
        })
        .returning(),
    )
    return { id: row!.id, etag: String(row!.etag) }
  },
  async update(_access, _calendar, { id, etag }, { title, startsAt, endsAt }) {
    const changed = await changeSandboxEvent({ id, etag }, { title, startsAt, endsAt })
    if (!changed) throw new ChangedThere('changed there')
    return changed
  },
  async remove(_access, _calendar, { id, etag }) {
    const [row] = await asPlatform(NAME, db => db.select().from(sandboxEvents).where(eq(sandboxEvents.id, id)))
    if (!row || row.deletedAt) return
    if (!(await changeSandboxEvent({ id, etag }, { deletedAt: clock.now() }))) throw new ChangedThere('changed there')
  },
}

/** As its owner would in their own calendar; with `etag` only that version. */
export async function changeSandboxEvent({ id, etag }: { id: string; etag?: string }, set: Partial<Row>) {
  const [row] = await asPlatform(NAME, db =>
    db
      .update(sandboxEvents)
      .set({ ...set, etag: sql`${sandboxEvents.etag} + 1`, change: nextChange })
      .where(
        and(
          eq(sandboxEvents.id, id),
          isNull(sandboxEvents.deletedAt),
          etag === undefined ? undefined : eq(sandboxEvents.etag, Number(etag)),
        ),
      )
      .returning(),
  )
  return row && { id: row.id, etag: String(row.etag) }
}

/** Puts an event of their own into someone's sandbox calendar. */
export async function addSandboxEvent(calendar: string, event: Pick<Row, 'title' | 'startsAt' | 'endsAt'>) {
  const id = randomUUID()
  await asPlatform(NAME, db => db.insert(sandboxEvents).values({ ...event, id, calendar, uid: `${id}@sandbox` }))
  return id
}

/** What is in it, for tests and demonstrations. */
export const sandboxEventsOf = (calendar: string) =>
  asPlatform(NAME, db =>
    db
      .select()
      .from(sandboxEvents)
      .where(and(eq(sandboxEvents.calendar, calendar), isNull(sandboxEvents.deletedAt)))
      .orderBy(asc(sandboxEvents.startsAt)),
  )
