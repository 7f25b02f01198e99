import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { everyField, privateIds, readsPrivate } from '../fields/service.ts'
import { withHashJoins } from '../service/promotion-holds.ts'
import { groups, people, tags } from '../tables.ts'
import type { Segment, SegmentFilter } from './contract.ts'
import type { Condition, Conditions } from './rules/condition.ts'
import { conditionsSql } from './service/sql.ts'
import { segments } from './tables.ts'

const MOST = 10_000
const there = isNull(segments.deletedAt)
const asked = (search?: string) => and(there, search ? ilike(segments.name, containing(search)) : undefined)

export async function list(ctx: Ctx, { sort, cursor, limit, search }: SegmentFilter) {
  const from = pageStart(cursor, MOST)
  const name = sql`lower(${segments.name})`
  const orders = {
    name: [name, asc(segments.id)],
    '-name': [sql`${name} desc`, desc(segments.id)],
    createdAt: [asc(segments.id)],
    '-createdAt': [desc(segments.id)],
  }
  const rows: Segment[] = await ctx.db
    .select()
    .from(segments)
    .where(asked(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(from)
  const items = await withoutSecrets(ctx, rows)
  return { items, nextCursor: rows.length === limit ? String(from + limit) : null }
}

export async function total(ctx: Ctx, { search }: { search?: string }) {
  const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(segments).where(asked(search))
  return { count: row!.count }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Segment> {
  const [row] = await ctx.db
    .select()
    .from(segments)
    .where(and(eq(segments.id, id), there))
  const segment = found(row, 'Segment')
  await mustBeAsked(ctx, segment.conditions)
  return segment
}

type Asked = Extract<Condition, { kind: 'custom' }>
const factsIn = (conditions: Conditions) => leavesOf(conditions).filter((one): one is Asked => one.kind === 'custom')

/** Of a private fact not even how many have it: who counts with it learns it name by name. */
async function mustBeAsked(ctx: Ctx, conditions: Conditions): Promise<void> {
  if (readsPrivate(ctx) || factsIn(conditions).length === 0) return
  const secret = await privateIds(ctx)
  if (factsIn(conditions).some(({ fieldId }) => secret.has(fieldId)))
    throw new Failure(
      'FORBIDDEN',
      'This segment uses a private field. Only people who can read pastoral notes can do that.',
    )
}

/** In the list, what is asked of a private fact is left out. */
async function withoutSecrets(ctx: Ctx, rows: Segment[]): Promise<Segment[]> {
  if (readsPrivate(ctx) || rows.every(({ conditions }) => factsIn(conditions).length === 0)) return rows
  const secret = await privateIds(ctx)
  const plain = <T extends Condition | { kind: 'group' }>(one: T): T =>
    one.kind === 'custom' && secret.has((one as Asked).fieldId)
      ? ({ kind: 'custom', fieldId: (one as Asked).fieldId, type: (one as Asked).type, op: 'filled' } as T)
      : one.kind === 'group'
        ? { ...one, of: (one as unknown as Conditions).of.map(plain) }
        : one
  return rows.map(row => ({ ...row, conditions: { ...row.conditions, of: row.conditions.of.map(plain) } }))
}

interface Words {
  name: string
  description: string
  conditions: Conditions
}

export async function create(ctx: Ctx, words: Words): Promise<Segment> {
  await mustKnow(ctx, words.conditions)
  const [row] = await ctx.db
    .insert(segments)
    .values({ ...words, createdBy: userOf(ctx) })
    .returning()
  announce(ctx, 'segments')
  return row!
}

export async function update(ctx: Ctx, { id, version, ...words }: Words & { id: string; version: number }) {
  await get(ctx, { id })
  await mustKnow(ctx, words.conditions)
  const [row] = await ctx.db
    .update(segments)
    .set(words)
    .where(and(eq(segments.id, id), eq(segments.version, version), there))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'segments')
  return row
}

/** Its conditions stay with what was sent by them; the segment itself comes back by `restore`. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, { id })
  const [row] = await ctx.db
    .update(segments)
    .set({ deletedAt: clock.now() })
    .where(and(eq(segments.id, id), there))
    .returning({ id: segments.id })
  found(row, 'Segment')
  announce(ctx, 'segments')
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }) {
  await ctx.db
    .update(segments)
    .set({ deletedAt: null })
    .where(and(eq(segments.id, id), isNotNull(segments.deletedAt)))
  announce(ctx, 'segments')
  return get(ctx, { id })
}

const leavesOf = ({ of }: Conditions): Condition[] => of.flatMap(one => (one.kind === 'group' ? one.of : [one]))

/** A tag, group or colleague of another account looks like one that is gone. */
async function mustKnow(ctx: Ctx, conditions: Conditions): Promise<void> {
  const leaves = leavesOf(conditions)
  await mustKnowFacts(ctx, conditions)
  const idsOf = (kind: 'tags' | 'groups') => [
    ...new Set(leaves.flatMap(one => (one.kind === kind && 'ids' in one ? one.ids : []))),
  ]
  await mustExist(ctx, tags, idsOf('tags'), 'Tag')
  await mustExist(ctx, groups, idsOf('groups'), 'Group')
  for (const one of leaves) {
    const userId = one.kind === 'owner' ? one.userId : one.kind === 'lead' ? one.assignedTo : undefined
    if (userId && userId !== 'nobody')
      await requireMember(ctx, userId, 'conditions').catch(() => found(undefined, 'Member'))
  }
}

/** A field that is gone, or another one's, would find nobody and say nothing. */
async function mustKnowFacts(ctx: Ctx, conditions: Conditions): Promise<void> {
  const facts = factsIn(conditions)
  if (facts.length === 0) return
  await mustBeAsked(ctx, conditions)
  const all = await everyField(ctx)
  for (const { fieldId, type } of facts) {
    const field = all.find(({ id }) => id === fieldId)
    if (!field) throw new Failure('NOT_FOUND', 'A field in the conditions was deleted.')
    if (field.type !== type) throw invalid('conditions', `The type of “${field.label}” has changed`)
  }
}

/** All of these rows are this account's own. */
export async function mustExist(
  ctx: Ctx,
  table: typeof tags | typeof groups | typeof people | typeof segments,
  ids: string[],
  what: string,
): Promise<void> {
  if (ids.length === 0) return
  const unique = [...new Set(ids)]
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(table as typeof tags)
    .where(inArray((table as typeof tags).id, unique))
  if (row!.count < unique.length) found(undefined, what)
}

/** What someone of `people` must be to be in the segment; a test of the same name on one that is gone is NOT_FOUND. */
export async function segmentSql(ctx: Ctx, id: string): Promise<SQL> {
  const { conditions } = await get(ctx, { id })
  await mustKnowFacts(ctx, conditions)
  return conditionsSql(ctx, conditions)
}

const numberOf = async (ctx: Ctx, test: SQL | undefined): Promise<number> => {
  const query = ctx.db.select({ count: sql<number>`count(*)::int` }).from(people).where(test)
  const [row] = await withHashJoins(ctx, () => query)
  return row!.count
}

export async function count(ctx: Ctx, { conditions }: { conditions: Conditions }) {
  await mustKnow(ctx, conditions)
  const test = and(isNull(people.deletedAt), conditionsSql(ctx, conditions))
  const samples = await ctx.db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(test)
    .orderBy(desc(people.id))
    .limit(3)
  return { count: await numberOf(ctx, test), samples }
}

export async function size(ctx: Ctx, { id }: { id: string }) {
  return { count: await numberOf(ctx, and(isNull(people.deletedAt), await segmentSql(ctx, id))) }
}

/** Empty where nobody can say it: it asks about a field that was deleted, or that only pastors read. */
const sizeIfKnown = (ctx: Ctx, id: string): Promise<string> =>
  size(ctx, { id }).then(
    ({ count: people }) => String(people),
    error => {
      if (error instanceof Failure) return ''
      throw error
    },
  )

/** The list of segments with how many are in each now. */
export async function exportCsv(ctx: Ctx, { search }: { search?: string }) {
  const rows = await ctx.db
    .select()
    .from(segments)
    .where(asked(search))
    .orderBy(sql`lower(${segments.name})`)
    .limit(1_000)
  const cells: string[][] = []
  for (const row of rows)
    cells.push([row.name, row.description, await sizeIfKnown(ctx, row.id), row.createdAt.toISOString()])
  return { csv: csvFile(['Name', 'Description', 'People', 'Created'], cells) }
}
