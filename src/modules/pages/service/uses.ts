import { and, asc, exists, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { pageSections, pages } from '../tables.ts'

/** In which property of a block each kind is chosen. */
const chosenIn: Record<string, string> = { form: 'formId', video: 'videoId' }

/** Pages that show a form or a video, also within a shared section. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  const key = chosenIn[kind]
  if (!key) return []
  const chosen = `%"${key}": "${id}"%`
  const sections = ctx.db
    .select({ id: pageSections.id })
    .from(pageSections)
    .where(
      and(
        isNull(pageSections.deletedAt),
        sql`${pageSections.content}::text like ${chosen}`,
        sql`${pages.draft}::text like '%"sectionId": "' || ${pageSections.id} || '"%'`,
      ),
    )
  const rows = await ctx.db
    .select({ id: pages.id, name: pages.name })
    .from(pages)
    .where(and(isNull(pages.deletedAt), or(sql`${pages.draft}::text like ${chosen}`, exists(sections))))
    .orderBy(asc(pages.name))
    .limit(20)
  return rows.map(row => ({ label: `the page “${row.name}”`, href: `/page-builder/${row.id}` }))
}
