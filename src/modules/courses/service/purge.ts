import { lt, type SQL, sql } from 'drizzle-orm'
import { expire } from '#files/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { lessonsOf } from '../rules/outline.ts'
import { KEPT_DAYS } from '../rules/states.ts'
import { courses } from '../tables.ts'

const before = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))

/** Clients that have deleted courses to purge. */
export const accountsWithPurgeableCourses = (now: Date): SQL =>
  sql`select client_id from ${courses} where ${lt(courses.deletedAt, before(now))}`

/** Deletes for good what was deleted longer ago than it is kept. Certificates stay. */
export async function purgeDeletedCourses(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .delete(courses)
    .where(lt(courses.deletedAt, before(clock.now())))
    .returning()
  const fileIds = rows.flatMap(({ draft }) => lessonsOf(draft).flatMap(({ files }) => files.map(({ id }) => id)))
  if (fileIds.length === 0) return
  const kept = await ctx.db.select({ draft: courses.draft }).from(courses)
  const used = new Set(kept.flatMap(({ draft }) => lessonsOf(draft).flatMap(({ files }) => files.map(({ id }) => id))))
  // A copy of a course names the same files.
  for (const id of new Set(fileIds)) if (!used.has(id)) await expire(ctx, id)
}
