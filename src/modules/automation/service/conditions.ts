import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { conditionsSql } from '#people/segments/service/sql.ts'

/** Which of them meet the conditions of a segment, as the rows are now. Nothing asked: all of them do. */
export async function peopleMeetingConditions(
  ctx: Ctx,
  personIds: readonly string[],
  conditions: unknown,
): Promise<Set<string>> {
  const asked = conditions as Conditions | null
  if (!asked?.of?.length) return new Set(personIds)
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select people.id from people where people.id = any(${sql.param([...personIds])}::uuid[])
      and people.deleted_at is null and (${conditionsSql(ctx, asked)})`,
  )
  return new Set(rows.map(({ id }) => id))
}
