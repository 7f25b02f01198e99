import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { conditionsSql } from '#people/segment-sql/service.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'

/** Whether the person meets the conditions of a segment, as the rows are now. Nothing asked: they do. */
export async function meets(ctx: Ctx, personId: string, conditions: unknown): Promise<boolean> {
  const asked = conditions as Conditions | null
  if (!asked?.of?.length) return true
  const { rows } = await ctx.db.execute<object>(
    sql`select 1 from people where people.id = ${personId} and people.deleted_at is null and (${conditionsSql(ctx, asked)})`,
  )
  return rows.length > 0
}
