import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { courses } from '../tables.ts'
import { courseAccessEnded, courseCompleted, courseEnrolled } from './events.ts'
import type { GrantKind } from './rules/access.ts'
import { cohorts, courseGrants, enrollments } from './tables.ts'

export type Enrollment = typeof enrollments.$inferSelect

export interface NewGrant {
  personId: string
  courseId: string
  kind: GrantKind
  /** What gave it, such as the id of an order. */
  source?: string
  /** Null: for good. */
  expiresAt?: Date | null
  startsAt?: Date
  cohortId?: string | null
}

/** A grant counts now. Its columns are named by the table, so that it can stand in any query. */
export const validGrant = (now: Date): SQL => sql`course_grants.starts_at <= ${now}
  and (course_grants.expires_at is null or course_grants.expires_at > ${now})
  and (course_grants.revoked_at is null or course_grants.revoked_at > ${now})`

/** Those who may take the course now, as a condition on `course_enrollments`. */
export const isActive = (now: Date): SQL => sql`course_enrollments.ended_at is null
  and course_enrollments.suspended_at is null and exists (select from course_grants
    where course_grants.client_id = course_enrollments.client_id and course_grants.course_id = course_enrollments.course_id
      and course_grants.person_id = course_enrollments.person_id and ${validGrant(now)})`

/**
 * Gives access and enrolls. By the same source again it extends what is there: of two ends the later one counts, and what was
 * revoked counts again. Two doors at once make one enrollment.
 */
export async function grantAccess(ctx: Ctx, grant: NewGrant): Promise<Enrollment> {
  const { personId, courseId, kind, source = '', expiresAt = null, startsAt = clock.now(), cohortId } = grant
  await requireKnown(ctx, personId, courseId)
  await ctx.db
    .insert(courseGrants)
    .values({ personId, courseId, kind, source, startsAt, expiresAt, createdBy: userOf(ctx) })
    .onConflictDoUpdate({
      target: [
        courseGrants.clientId,
        courseGrants.personId,
        courseGrants.courseId,
        courseGrants.kind,
        courseGrants.source,
      ],
      set: {
        // One that was revoked or has ended begins anew; one that holds is extended.
        expiresAt: sql`case
          when course_grants.revoked_at is not null or course_grants.expires_at < ${clock.now()} then excluded.expires_at
          when course_grants.expires_at is null or excluded.expires_at is null then null
          else greatest(course_grants.expires_at, excluded.expires_at) end`,
        revokedAt: null,
        reason: '',
      },
    })
  return enroll(ctx, { personId, courseId, cohortId })
}

interface Enrolling {
  personId: string
  courseId: string
  cohortId?: string | null | undefined
}
async function enroll(ctx: Ctx, { personId, courseId, cohortId }: Enrolling): Promise<Enrollment> {
  const at = clock.now()
  const [made] = await ctx.db
    .insert(enrollments)
    .values({ personId, courseId, cohortId: cohortId ?? null, enrolledAt: at })
    .onConflictDoNothing()
    .returning()
  announce(ctx, 'courses', courseId)
  if (made) {
    await emit(ctx, courseEnrolled, { personId, courseId, enrollmentId: made.id, at })
    return made
  }
  const known = found(await findEnrollment(ctx, { personId, courseId }), 'Enrollment')
  if (cohortId && !known.cohortId)
    await ctx.db.update(enrollments).set({ cohortId }).where(eq(enrollments.id, known.id))
  return { ...known, cohortId: known.cohortId ?? cohortId ?? null }
}

async function requireKnown(ctx: Ctx, personId: string, courseId: string): Promise<void> {
  const [person] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
  if (!person) throw invalid('personId', 'This person no longer exists')
  const [course] = await ctx.db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)))
  if (!course) throw invalid('courseId', 'This course no longer exists')
}

/** The one that counts. */
export async function findEnrollment(
  ctx: Ctx,
  { personId, courseId }: { personId: string; courseId: string },
): Promise<Enrollment | undefined> {
  const [row] = await ctx.db
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.personId, personId), eq(enrollments.courseId, courseId), isNull(enrollments.endedAt)))
  return row
}

export async function enrollmentById(ctx: Ctx, id: string): Promise<Enrollment> {
  const [row] = await ctx.db
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.id, id), isNull(enrollments.endedAt)))
  return found(row, 'Enrollment')
}

/** Held until the transaction ends: of two completions at once the second waits. */
export async function lockEnrollment(ctx: Ctx, id: string): Promise<Enrollment | undefined> {
  const [row] = await ctx.db.select().from(enrollments).where(eq(enrollments.id, id)).for('update')
  return row
}

export const listGrants = (ctx: Ctx, { personId, courseId }: { personId: string; courseId: string }) =>
  ctx.db
    .select()
    .from(courseGrants)
    .where(and(eq(courseGrants.personId, personId), eq(courseGrants.courseId, courseId)))

interface Revoking {
  personId?: string
  courseIds?: readonly string[]
  kind?: GrantKind
  /** What gave it. */
  source?: string
  /** Now, where absent. */
  at?: Date
  reason: string
}

/** Takes access away, from a date on. What was done stays, and counts again with the next grant. */
export async function revokeAccess(ctx: Ctx, { personId, courseIds, kind, source, at, reason }: Revoking) {
  const revokedAt = at ?? clock.now()
  const rows = await ctx.db
    .update(courseGrants)
    .set({ revokedAt, reason })
    .where(
      and(
        personId ? eq(courseGrants.personId, personId) : undefined,
        courseIds ? inArray(courseGrants.courseId, [...courseIds]) : undefined,
        kind ? eq(courseGrants.kind, kind) : undefined,
        source === undefined ? undefined : eq(courseGrants.source, source),
        or(isNull(courseGrants.revokedAt), sql`course_grants.revoked_at > ${revokedAt}`),
      ),
    )
    .returning({ personId: courseGrants.personId, courseId: courseGrants.courseId })
  for (const row of rows) {
    announce(ctx, 'courses', row.courseId)
    if (revokedAt <= clock.now()) await tellEnd(ctx, row)
  }
  return rows.length
}

/** Says once that someone can't go on; another grant that still holds keeps it quiet. */
async function tellEnd(ctx: Ctx, { personId, courseId }: { personId: string; courseId: string }): Promise<void> {
  const [left] = await ctx.db
    .select({ id: courseGrants.id })
    .from(courseGrants)
    .where(and(eq(courseGrants.personId, personId), eq(courseGrants.courseId, courseId), validGrant(clock.now())))
    .limit(1)
  const enrollment = left ? undefined : await findEnrollment(ctx, { personId, courseId })
  if (enrollment)
    await emit(ctx, courseAccessEnded, { personId, courseId, enrollmentId: enrollment.id, at: clock.now() })
}

/** They did something; how many required lessons are completed, where that changed. */
export async function recordActivity(ctx: Ctx, id: string, requiredDone?: number): Promise<void> {
  await ctx.db
    .update(enrollments)
    .set({ lastActiveAt: clock.now(), inactiveAt: null, ...(requiredDone !== undefined && { requiredDone }) })
    .where(eq(enrollments.id, id))
}

/** The first time that all is done counts, once: true where this was it. */
export async function completeEnrollment(ctx: Ctx, { id, personId, courseId }: Enrollment): Promise<boolean> {
  const at = clock.now()
  const [row] = await ctx.db
    .update(enrollments)
    .set({ completedAt: at })
    .where(and(eq(enrollments.id, id), isNull(enrollments.completedAt)))
    .returning({ id: enrollments.id })
  if (!row) return false
  await emit(ctx, courseCompleted, { personId, courseId, enrollmentId: id, at })
  return true
}

/** Begins anew, for a training that ends: what was done stays with the enrollment before. */
export async function renewEnrollment(ctx: Ctx, before: Enrollment): Promise<Enrollment> {
  const at = clock.now()
  const [ended] = await ctx.db
    .update(enrollments)
    .set({ endedAt: at })
    .where(and(eq(enrollments.id, before.id), isNull(enrollments.endedAt)))
    .returning({ id: enrollments.id })
  const { personId, courseId, cohortId } = before
  if (!ended) return found(await findEnrollment(ctx, { personId, courseId }), 'Enrollment')
  return enroll(ctx, { personId, courseId, cohortId })
}

export async function setSuspended(ctx: Ctx, id: string, isSuspended: boolean): Promise<void> {
  const { courseId } = await enrollmentById(ctx, id)
  await ctx.db
    .update(enrollments)
    .set({ suspendedAt: isSuspended ? clock.now() : null })
    .where(eq(enrollments.id, id))
  announce(ctx, 'courses', courseId)
}

/**
 * Stores how many required lessons are done, of everyone in a course. `counts` selects `id` of the enrollment and `done`.
 * @returns those who have all of them and were not done before
 */
export async function updateRequiredDone(ctx: Ctx, courseId: string, counts: SQL): Promise<Enrollment[]> {
  await ctx.db.execute(sql`update course_enrollments set required_done = coalesce(c.done, 0)
    from course_enrollments e left join (${counts}) c on c.id = e.id
    where course_enrollments.client_id = e.client_id and course_enrollments.id = e.id and e.course_id = ${courseId}
      and e.client_id = ${ctx.client.id} and e.ended_at is null and course_enrollments.required_done <> coalesce(c.done, 0)`)
  const [course] = await ctx.db
    .select({ requiredCount: courses.requiredCount })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (!course?.requiredCount) return []
  return ctx.db
    .select()
    .from(enrollments)
    .where(
      and(
        eq(enrollments.courseId, courseId),
        isNull(enrollments.endedAt),
        isNull(enrollments.completedAt),
        sql`${enrollments.requiredDone} >= ${course.requiredCount}`,
      ),
    )
}

/** People who begin together. @throws a Failure at its field where the course has one of that name */
export async function addCohort(
  ctx: Ctx,
  values: { courseId: string; name: string; startsOn: string },
): Promise<string> {
  const [row] = await ctx.db.insert(cohorts).values(values).onConflictDoNothing().returning({ id: cohorts.id })
  if (!row) throw invalid('name', 'Another cohort of this course has this name')
  announce(ctx, 'courses', values.courseId)
  return row.id
}

type Past = Pick<Enrollment, 'enrolledAt' | 'requiredDone' | 'completedAt' | 'lastActiveAt'>
/** What a demo says happened before. */
export const backdate = (ctx: Ctx, id: string, past: Past) =>
  ctx.db.update(enrollments).set(past).where(eq(enrollments.id, id))
