import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { leads } from '../tables.ts'

/** Someone's cards on the board, closed ones too. */
export const listCards = (ctx: Ctx, personId: string) =>
  ctx.db
    .select({ id: leads.id, status: leads.status })
    .from(leads)
    .where(and(eq(leads.personId, personId), isNull(leads.deletedAt)))

/** Who of these people has a card that is not closed. */
export async function findOnBoard(ctx: Ctx, personIds: string[]): Promise<Set<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await ctx.db
    .select({ id: leads.personId })
    .from(leads)
    .where(and(inArray(leads.personId, personIds), isNull(leads.deletedAt), ne(leads.status, 'closed')))
  return new Set(rows.map(row => row.id))
}
