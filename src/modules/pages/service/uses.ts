import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { pages } from '../tables.ts'

/** Pages that show a form. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'form') return []
  const rows = await ctx.db
    .select({ id: pages.id, name: pages.name })
    .from(pages)
    .where(and(isNull(pages.deletedAt), sql`${pages.draft}::text like ${`%"formId": "${id}"%`}`))
    .orderBy(asc(pages.name))
    .limit(20)
  return rows.map(row => ({ label: `the page “${row.name}”`, href: `/page-builder/${row.id}` }))
}
