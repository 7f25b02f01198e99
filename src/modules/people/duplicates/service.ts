import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { type DuplicateReason, duplicateSentence } from '../rules/match.ts'
import { people } from '../tables.ts'
import { possibleDuplicates } from './tables.ts'

const other = alias(people, 'other')
const side = (table: typeof people) => ({ id: table.id, name: table.name, email: table.email, phone: table.phone })

interface Filter {
  importId?: string
  cursor?: string
  limit: number
}

export async function list(ctx: Ctx, { importId, cursor, limit }: Filter) {
  const t = possibleDuplicates
  const rows = await ctx.db
    .select({
      id: t.id,
      score: t.score,
      reason: t.reason,
      createdAt: t.createdAt,
      person: side(people),
      other: side(other as never as typeof people),
    })
    .from(t)
    .innerJoin(people, and(eq(people.id, t.personId), isNull(people.deletedAt)))
    .innerJoin(other, and(eq(other.id, t.otherId), isNull(other.deletedAt)))
    .where(
      and(
        eq(t.state, 'open'),
        importId ? eq(t.importId, importId) : undefined,
        cursor && /^[0-9a-f-]{36}$/i.test(cursor) ? lt(t.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(t.id))
    .limit(limit)
  return {
    items: rows.map(row => ({ ...row, reason: duplicateSentence(row.reason as DuplicateReason) })),
    nextCursor: rows.length === limit ? rows.at(-1)!.id : null,
  }
}

/** Somebody looked: they are two. */
export async function dismiss(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(possibleDuplicates)
    .set({ state: 'dismissed' })
    .where(eq(possibleDuplicates.id, id))
    .returning({ id: possibleDuplicates.id })
  found(row, 'Pair')
  announce(ctx, 'people')
  return {}
}
