import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { currentIds } from '../merging/service/redirects.ts'
import type { noteVisibilities } from '../rules/fields.ts'
import { personById } from '../service.ts'
import { notes, timeline } from '../tables.ts'

const allowed = (ctx: Ctx, permission: Permission) => reachOf(ctx, permission) !== undefined

const columns = {
  id: notes.id,
  personId: notes.personId,
  body: notes.body,
  visibility: notes.visibility,
  authorId: notes.authorId,
  authorName: users.name,
  createdAt: notes.createdAt,
  updatedAt: notes.updatedAt,
  version: notes.version,
}

/** Row policies hide pastoral notes from those who may not read them. */
const there = isNull(notes.deletedAt)

const select = (ctx: Ctx) => ctx.db.select(columns).from(notes).leftJoin(users, eq(users.id, notes.authorId)).$dynamic()

interface OfPerson {
  personId: string
  cursor?: string
  limit: number
}

export async function listNotes(ctx: Ctx, { personId, cursor, limit }: OfPerson) {
  const items = await select(ctx)
    .where(and(eq(notes.personId, personId), there, cursor ? lt(notes.id, cursor) : undefined))
    .orderBy(desc(notes.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

async function noteById(ctx: Ctx, id: string) {
  const [row] = await select(ctx).where(and(eq(notes.id, id), there))
  return found(row, 'Note')
}

interface NewNote {
  personId: string
  body: string
  visibility: (typeof noteVisibilities)[number]
}

export async function createNote(ctx: Ctx, { personId, body, visibility }: NewNote) {
  if (visibility === 'pastoral' && !allowed(ctx, 'pastoral.write')) throw new Failure('FORBIDDEN')
  const person = await personById(ctx, personId)
  const [row] = await ctx.db
    .insert(notes)
    .values({ personId: person.id, body, visibility, authorId: userOf(ctx) })
    .returning({ id: notes.id })
  announce(ctx, 'people', person.id)
  return noteById(ctx, row!.id)
}

/** Only its author changes a note's words. */
export async function updateNote(ctx: Ctx, { id, body, version }: { id: string; body: string; version: number }) {
  const note = await noteById(ctx, id)
  if (note.authorId !== userOf(ctx)) throw new Failure('FORBIDDEN', 'Only its author can change a note.')
  const [row] = await ctx.db
    .update(notes)
    .set({ body })
    .where(and(eq(notes.id, id), eq(notes.version, version)))
    .returning({ id: notes.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'people', note.personId)
  return noteById(ctx, id)
}

export async function removeNote(ctx: Ctx, { id }: { id: string }) {
  const note = await noteById(ctx, id)
  if (note.visibility === 'pastoral' && !allowed(ctx, 'pastoral.write')) throw new Failure('FORBIDDEN')
  await ctx.db.update(notes).set({ deletedAt: clock.now() }).where(eq(notes.id, id))
  announce(ctx, 'people', note.personId)
  return {}
}

/** Undo, for 30 days. */
export async function restoreNote(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(notes)
    .set({ deletedAt: null })
    .where(
      and(
        eq(notes.id, id),
        gt(notes.deletedAt, new Date(clock.ms() - days(30))),
        allowed(ctx, 'pastoral.write') ? undefined : eq(notes.visibility, 'staff'),
      ),
    )
    .returning({ id: notes.id, personId: notes.personId })
  announce(ctx, 'people', found(row, 'Note').personId)
  return noteById(ctx, id)
}

/** What happened with a person, newest first. */
export async function listTimeline(ctx: Ctx, { personId, cursor, limit }: OfPerson) {
  const [at, id] = cursor?.split(' ') ?? []
  const before = at && id ? sql`(${timeline.at}, ${timeline.id}) < (${at}::timestamptz, ${id}::uuid)` : undefined
  const items = await ctx.db
    .select({ id: timeline.id, at: timeline.at, type: timeline.type, userName: users.name, data: timeline.data })
    .from(timeline)
    .leftJoin(users, eq(users.id, timeline.userId))
    .where(and(eq(timeline.personId, personId), before))
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(limit)
  const last = items.at(-1)
  return { items, nextCursor: items.length === limit && last ? `${last.at.toISOString()} ${last.id}` : null }
}

export interface TimelineEntry {
  personId: string
  at: Date
  type: string
  userId: string | null
  data?: Record<string, unknown>
  /** The same source is written once. */
  sourceKey: string
}

/** Adds to the timeline; an event that arrives twice is written once. */
export async function addToTimeline(ctx: Ctx, entries: TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return
  // A job may speak of someone who was merged while it waited.
  const now = await currentIds(ctx, [...new Set(entries.map(entry => entry.personId))])
  await ctx.db
    .insert(timeline)
    .values(entries.map(entry => ({ ...entry, personId: now.get(entry.personId) ?? entry.personId })))
    .onConflictDoNothing()
  for (const { personId } of entries.slice(0, 20)) announce(ctx, 'people', personId)
}

/** Gives an entry another moment: what a demo says happened days ago. */
export const moveOnTimeline = (ctx: Ctx, sourceKey: string, at: Date) =>
  ctx.db.update(timeline).set({ at }).where(eq(timeline.sourceKey, sourceKey))

/** What happened before now, as a demo tells it: `rows` are person_id, at, type, user_id, data and source_key. */
export const addPastToTimeline = (ctx: Ctx, rows: SQL) =>
  ctx.db.execute(sql`
    insert into timeline (client_id, person_id, at, type, user_id, data, source_key)
    select ${ctx.client.id}::uuid, person_id, at, type, user_id, data, source_key from (${rows}) them
    where person_id is not null on conflict do nothing`)

/** The same for what went to many at once: `rows` are person_id and source_key. */
export const addAllToTimeline = (ctx: Ctx, type: string, data: Record<string, unknown>, rows: SQL) =>
  ctx.db.execute(sql`
    insert into timeline (client_id, person_id, type, data, source_key, at)
    select ${ctx.client.id}::uuid, coalesce(a.person_id, them.person_id), ${type}, ${JSON.stringify(data)}::jsonb, source_key, ${clock.now().toISOString()}::timestamptz
    from (${rows}) them left join person_aliases a on a.id = them.person_id
    where them.person_id is not null on conflict do nothing`)

/** Removes an entry from the timelines of these people after an undo. */
export async function removeFromTimeline(ctx: Ctx, personIds: string[], sourceKey: string): Promise<void> {
  if (personIds.length === 0) return
  await ctx.db.delete(timeline).where(and(inArray(timeline.personId, personIds), eq(timeline.sourceKey, sourceKey)))
  for (const personId of personIds.slice(0, 20)) announce(ctx, 'people', personId)
}
