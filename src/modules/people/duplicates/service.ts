import { and, asc, desc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { type DuplicateReason, duplicateSentence } from '../rules/match.ts'
import { foldName } from '../rules/names.ts'
import { people } from '../tables.ts'
import type { DuplicateFilter } from './contract.ts'
import { possibleDuplicates } from './tables.ts'

const t = possibleDuplicates
const other = alias(people, 'other') as never as typeof people
const side = (table: typeof people) => ({ id: table.id, name: table.name, email: table.email, phone: table.phone })

type Sort = '-score' | 'score' | '-createdAt' | 'createdAt'
type Filter = DuplicateFilter & { sort: Sort; cursor?: string; limit: number }

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: t.id,
      score: t.score,
      reason: t.reason,
      createdAt: t.createdAt,
      person: side(people),
      other: side(other),
    })
    .from(t)
    .innerJoin(people, and(eq(people.id, t.personId), isNull(people.deletedAt)))
    .innerJoin(other, and(eq(other.id, t.otherId), isNull(other.deletedAt)))
    .$dynamic()

function where({ importId, personId, search, reason }: DuplicateFilter): SQL | undefined {
  const words = search ? foldName(search).split(/\s+/).filter(Boolean).slice(0, 6) : []
  const like = (word: string) => containing(word)
  return and(
    eq(t.state, 'open'),
    importId ? eq(t.importId, importId) : undefined,
    personId ? or(eq(t.personId, personId), eq(t.otherId, personId)) : undefined,
    reason ? eq(t.reason, reason) : undefined,
    ...words.map(word => or(ilike(people.search, like(word)), ilike(other.search, like(word)))),
  )
}

const orders: Record<Sort, SQL[]> = {
  '-score': [desc(t.score), desc(t.id)],
  score: [asc(t.score), asc(t.id)],
  '-createdAt': [desc(t.createdAt), desc(t.id)],
  createdAt: [asc(t.createdAt), asc(t.id)],
}

/** The cursor is the last pair’s id: its place in the order is read from its row. */
function after(sort: Sort, cursor: string | undefined): SQL | undefined {
  if (!cursor || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cursor)) return
  const byTime = sort.endsWith('createdAt')
  const column = byTime ? t.createdAt : t.score
  const own = byTime ? sql`l.created_at` : sql`l.score`
  const way = sort.startsWith('-') ? sql`<` : sql`>`
  return sql`(${column}, ${t.id}) ${way} (select ${own}, l.id from possible_duplicates l where l.id = ${cursor})`
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: Filter) {
  const rows = await select(ctx)
    .where(and(where(filter), after(sort, cursor)))
    .orderBy(...orders[sort])
    .limit(limit)
  return {
    items: rows.map(row => ({ ...row, reason: duplicateSentence(row.reason as DuplicateReason) })),
    nextCursor: rows.length === limit ? rows.at(-1)!.id : null,
  }
}

export async function count(ctx: Ctx, filter: DuplicateFilter) {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(t)
    .innerJoin(people, and(eq(people.id, t.personId), isNull(people.deletedAt)))
    .innerJoin(other, and(eq(other.id, t.otherId), isNull(other.deletedAt)))
    .where(where(filter))
  return { count: row!.count }
}

const header = ['Name', 'Email', 'Phone', 'Other name', 'Other email', 'Other phone', 'Why', 'Similarity']

/** The 100,000 likeliest. */
export async function exportCsv(ctx: Ctx, filter: DuplicateFilter) {
  const rows = await select(ctx)
    .where(where(filter))
    .orderBy(...orders['-score'])
    .limit(100_000)
  const cells = rows.map(({ person, other, reason, score }) => [
    person.name,
    person.email,
    person.phone,
    other.name,
    other.email,
    other.phone,
    duplicateSentence(reason as DuplicateReason),
    `${Math.round(score * 100)} %`,
  ])
  return { csv: csvFile(header, cells) }
}

async function mark(ctx: Ctx, id: string, state: 'open' | 'dismissed') {
  const [row] = await ctx.db.update(t).set({ state }).where(eq(t.id, id)).returning({ id: t.id })
  found(row, 'Pair')
  announce(ctx, 'people')
  return {}
}

/** Someone looked: they are two. */
export const dismiss = (ctx: Ctx, { id }: { id: string }) => mark(ctx, id, 'dismissed')
/** Undo. */
export const restore = (ctx: Ctx, { id }: { id: string }) => mark(ctx, id, 'open')
