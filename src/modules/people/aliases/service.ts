import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { personAliases } from '../merging/tables.ts'

/** Whom an id means today: that of somebody who was merged leads to the one who stays. */
export async function currentId(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db.select({ to: personAliases.personId }).from(personAliases).where(eq(personAliases.id, id))
  return row?.to ?? id
}

/** The same for many, in one query. */
export async function currentIds(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: personAliases.id, to: personAliases.personId })
    .from(personAliases)
    .where(sql`${personAliases.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, to }) => [id, to]))
}
