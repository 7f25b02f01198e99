import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { courses } from '../../tables.ts'
import { courseInactive } from '../events.ts'
import { isActive } from '../service.ts'
import { enrollments } from '../tables.ts'

/** They did nothing for as long as their course says. */
const isIdle = (now: Date): SQL => sql`course_enrollments.ended_at is null and course_enrollments.completed_at is null
  and course_enrollments.inactive_at is null
  and coalesce(course_enrollments.last_active_at, course_enrollments.enrolled_at)
    < ${now}::timestamptz - make_interval(days => (courses.settings ->> 'inactiveDays')::int)`

/** Clients with learners of whom this is so. */
export const accountsWithIdleLearners = (now: Date): SQL =>
  sql`select distinct course_enrollments.client_id from course_enrollments
    join courses on courses.client_id = course_enrollments.client_id and courses.id = course_enrollments.course_id
      and courses.state = 'published' and courses.deleted_at is null
    where ${isIdle(now)}`

/** Says once of each learner that they are inactive; the next activity begins anew. */
export async function markInactive(ctx: Ctx): Promise<void> {
  const at = clock.now()
  const rows = await ctx.db
    .select({ id: enrollments.id, personId: enrollments.personId, courseId: enrollments.courseId })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.clientId, enrollments.clientId), eq(courses.id, enrollments.courseId)))
    .where(and(eq(courses.state, 'published'), isNull(courses.deletedAt), isIdle(at), isActive(at)))
    .limit(5_000)
  for (const { id, personId, courseId } of rows) {
    const [marked] = await ctx.db
      .update(enrollments)
      .set({ inactiveAt: at })
      .where(and(eq(enrollments.id, id), isNull(enrollments.inactiveAt)))
      .returning({ id: enrollments.id })
    if (marked) await emit(ctx, courseInactive, { personId, courseId, enrollmentId: id, at })
  }
}
