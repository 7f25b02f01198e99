import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { groupMembers, groups, tags } from '../tables.ts'

// Written out: in a select from one table Drizzle leaves the table's name off its columns, and `id` would be ambiguous.
const tagCount = sql<number>`(select count(*)::int from person_tags x join people p on p.id = x.person_id
  where x.tag_id = tags.id and p.deleted_at is null)`
const groupCount = sql<number>`(select count(*)::int from group_members x join people p on p.id = x.person_id
  where x.group_id = groups.id and p.deleted_at is null)`

const taken = (error: unknown): never => {
  if (sqlState(error) === '23505') throw new Failure('NAME_TAKEN')
  throw error
}

const tagColumns = { id: tags.id, name: tags.name, people: tagCount, version: tags.version }

export async function listTags(ctx: Ctx) {
  return { items: await ctx.db.select(tagColumns).from(tags).orderBy(sql`lower(${tags.name})`).limit(1_000) }
}

async function tagById(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select(tagColumns).from(tags).where(eq(tags.id, id))
  return found(row, 'Tag')
}

/** The tag of that name, made if it is new: two who add it at once get the same one. */
export async function createTag(ctx: Ctx, { name }: { name: string }) {
  await ctx.db.insert(tags).values({ name }).onConflictDoNothing()
  const [row] = await ctx.db
    .select(tagColumns)
    .from(tags)
    .where(eq(sql`lower(${tags.name})`, sql`lower(${name})`))
  announce(ctx, 'people')
  return found(row, 'Tag')
}

export async function updateTag(ctx: Ctx, { id, name, version }: { id: string; name: string; version: number }) {
  await tagById(ctx, id)
  const done = await ctx.db
    .update(tags)
    .set({ name })
    .where(and(eq(tags.id, id), eq(tags.version, version)))
    .returning({ id: tags.id })
    .catch(taken)
  if (done.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'people')
  return tagById(ctx, id)
}

export async function removeTag(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.delete(tags).where(eq(tags.id, id)).returning({ id: tags.id })
  found(row, 'Tag')
  announce(ctx, 'people')
  return {}
}

const groupColumns = {
  id: groups.id,
  name: groups.name,
  description: groups.description,
  people: groupCount,
  version: groups.version,
}

export async function listGroups(ctx: Ctx) {
  return { items: await ctx.db.select(groupColumns).from(groups).orderBy(sql`lower(${groups.name})`).limit(1_000) }
}

async function groupById(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select(groupColumns).from(groups).where(eq(groups.id, id))
  return found(row, 'Group')
}

export async function createGroup(ctx: Ctx, values: { name: string; description: string }) {
  const [row] = await ctx.db.insert(groups).values(values).returning({ id: groups.id }).catch(taken)
  announce(ctx, 'people')
  return groupById(ctx, row!.id)
}

interface GroupChange {
  id: string
  name: string
  description: string
  version: number
}

export async function updateGroup(ctx: Ctx, { id, version, ...values }: GroupChange) {
  await groupById(ctx, id)
  const done = await ctx.db
    .update(groups)
    .set(values)
    .where(and(eq(groups.id, id), eq(groups.version, version)))
    .returning({ id: groups.id })
    .catch(taken)
  if (done.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'people')
  return groupById(ctx, id)
}

/** Said again, nothing more is written. */
export async function addToGroup(ctx: Ctx, groupId: string, personId: string): Promise<void> {
  await ctx.db.insert(groupMembers).values({ groupId, personId }).onConflictDoNothing()
  announce(ctx, 'people', personId)
}

export async function removeGroup(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.delete(groups).where(eq(groups.id, id)).returning({ id: groups.id })
  found(row, 'Group')
  announce(ctx, 'people')
  return {}
}
