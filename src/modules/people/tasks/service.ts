import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { requireMember } from '#clients/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, notFound } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { ownRows } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { taskDone } from '../events.ts'
import { personById } from '../service.ts'
import { people, tasks } from '../tables.ts'
import type { TaskFilter } from './contract.ts'

const columns = {
  id: tasks.id,
  title: tasks.title,
  personId: tasks.personId,
  personName: people.name,
  assigneeId: tasks.assigneeId,
  dueAt: tasks.dueAt,
  doneAt: tasks.doneAt,
  createdAt: tasks.createdAt,
  version: tasks.version,
}
const select = (ctx: Ctx) =>
  ctx.db.select(columns).from(tasks).leftJoin(people, eq(people.id, tasks.personId)).$dynamic()
/** A task goes to the trash with its person, and comes back with them. */
const readable = (ctx: Ctx) =>
  and(isNull(tasks.deletedAt), isNull(people.deletedAt), ownRows(ctx, 'tasks.read', tasks.assigneeId, tasks.createdBy))
const writable = (ctx: Ctx) =>
  and(isNull(tasks.deletedAt), ownRows(ctx, 'tasks.write', tasks.assigneeId, tasks.createdBy))

/** The end of today where the church is. */
export const endOfToday = (ctx: Ctx): Date =>
  DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).endOf('day').toJSDate()

export async function list(ctx: Ctx, { personId, assigneeId, done, due, cursor, limit }: TaskFilter) {
  const offset = pageStart(cursor, 10_000)
  const items = await select(ctx)
    .where(
      and(
        readable(ctx),
        personId ? eq(tasks.personId, personId) : undefined,
        assigneeId ? eq(tasks.assigneeId, assigneeId) : undefined,
        done ? isNotNull(tasks.doneAt) : isNull(tasks.doneAt),
        due ? or(isNull(tasks.dueAt), lt(tasks.dueAt, endOfToday(ctx))) : undefined,
      ),
    )
    .orderBy(...(done ? [desc(tasks.doneAt)] : [sql`${tasks.dueAt} nulls last`, asc(tasks.id)]))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

export const get = (ctx: Ctx, { id }: { id: string }) => taskById(ctx, id)

async function taskById(ctx: Ctx, id: string) {
  const [row] = await select(ctx).where(and(readable(ctx), eq(tasks.id, id)))
  return found(row, 'Task')
}

interface NewTask {
  title: string
  personId?: string | null
  assigneeId?: string | null
  dueAt?: Date | null
}

export async function create(ctx: Ctx, { title, personId, assigneeId, dueAt }: NewTask) {
  const person = personId ? await personById(ctx, personId) : null
  await requireMember(ctx, assigneeId, 'assigneeId')
  const createdBy = userOf(ctx)
  const [row] = await ctx.db
    .insert(tasks)
    .values({ title, personId: person?.id, assigneeId: assigneeId ?? createdBy, dueAt, createdBy })
    .returning({ id: tasks.id })
  announce(ctx, 'tasks', row!.id)
  return taskById(ctx, row!.id)
}

export async function update(
  ctx: Ctx,
  { id, version, ...changes }: { id: string; version: number } & Partial<NewTask>,
) {
  const before = await taskById(ctx, id)
  if (changes.assigneeId !== before.assigneeId) await requireMember(ctx, changes.assigneeId, 'assigneeId')
  const [row] = await ctx.db
    .update(tasks)
    .set(changes)
    .where(and(writable(ctx), eq(tasks.id, id), eq(tasks.version, version)))
    .returning({ id: tasks.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'tasks', id)
  return taskById(ctx, id)
}

export async function complete(ctx: Ctx, { id, done }: { id: string; done: boolean }) {
  const at = clock.now()
  // Of two presses at once the second finds it done, and tells nobody again.
  const [changed] = await ctx.db
    .update(tasks)
    .set({ doneAt: done ? at : null })
    .where(and(writable(ctx), eq(tasks.id, id), done ? isNull(tasks.doneAt) : isNotNull(tasks.doneAt)))
    .returning({ personId: tasks.personId })
  const task = await taskById(ctx, id)
  if (!changed && done !== (task.doneAt !== null)) throw notFound('Task')
  if (done && changed?.personId)
    await emit(ctx, taskDone, { taskId: id, personId: changed.personId, userId: userOf(ctx), at })
  announce(ctx, 'tasks', id)
  return task
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(tasks)
    .set({ deletedAt: clock.now() })
    .where(and(writable(ctx), eq(tasks.id, id)))
    .returning({ id: tasks.id })
  found(row, 'Task')
  announce(ctx, 'tasks', id)
  return {}
}

/** Undo, for 30 days. */
export async function restore(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(tasks)
    .set({ deletedAt: null })
    .where(
      and(
        eq(tasks.id, id),
        gt(tasks.deletedAt, new Date(clock.ms() - days(30))),
        ownRows(ctx, 'tasks.write', tasks.assigneeId, tasks.createdBy),
      ),
    )
    .returning({ id: tasks.id })
  found(row, 'Task')
  announce(ctx, 'tasks', id)
  return taskById(ctx, id)
}
