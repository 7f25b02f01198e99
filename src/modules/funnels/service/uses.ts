import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { funnels } from '../tables.ts'

const parts = new Set(['page', 'form', 'booking'])

const hasGoal = (steps: typeof funnels.live, kind: string, id: string) =>
  sql`${steps} @> ${JSON.stringify([{ goal: { kind, id } }])}::jsonb`

/** Published funnels whose steps show a page, or whose goal is a form or an appointment type. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  if (!parts.has(kind)) return []
  const has = (steps: typeof funnels.live) =>
    kind === 'page'
      ? sql`${steps} @> ${JSON.stringify([{ variants: [{ pageId: id }] }])}::jsonb`
      : kind === 'form'
        ? sql`(${hasGoal(steps, 'form', id)} or ${hasGoal(steps, 'purchase', id)})`
        : hasGoal(steps, kind, id)
  const rows = await ctx.db
    .select({ id: funnels.id, name: funnels.name })
    .from(funnels)
    .where(
      and(
        isNull(funnels.deletedAt),
        eq(funnels.state, 'published'),
        or(has(funnels.live), has(funnels.draft as never)),
      ),
    )
    .orderBy(asc(funnels.name))
    .limit(20)
  return rows.map(row => ({ label: `the funnel “${row.name}”`, href: `/funnels/${row.id}` }))
}
