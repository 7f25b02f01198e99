import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { importRows } from '../tables.ts'

/** The file of an opt-in, in a query of `consents c`. */
export const nameOfImport = sql`(select i.name from imports i where i.id::text = c.evidence ->> 'reference')`

/** Which stage of the board the rows of some new people name. */
export async function listNamedStages(ctx: Ctx, importId: string, personIds: string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const isTheirs = and(eq(importRows.importId, importId), inArray(importRows.personId, personIds))
  const rows = await ctx.db
    .select({ personId: importRows.personId, stage: importRows.leadStage })
    .from(importRows)
    .where(and(isTheirs, eq(importRows.outcome, 'created'), isNotNull(importRows.leadStage)))
  return new Map(rows.map(({ personId, stage }) => [personId!, stage!]))
}
