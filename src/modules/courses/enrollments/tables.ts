import { sql } from 'drizzle-orm'
import { date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { courses } from '../tables.ts'
import { grantKinds } from './rules/access.ts'

/** People who begin a course together: lessons that open after days are counted from its start. */
export const cohorts = clientTable(
  'course_cohorts',
  {
    courseId: uuid().notNull(),
    name: text().notNull(),
    startsOn: date({ mode: 'string' }).notNull(),
  },
  { audit: { noun: ['a cohort', 'cohorts'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('course_cohorts_name').on(t.clientId, t.courseId, sql`lower(${t.name})`),
    index('course_cohorts_start').on(t.clientId, t.startsOn),
    inClient('course_cohorts_course', t, t.courseId, courses),
  ],
)

/** Why someone may take a course, and until when. Several may hold at once. */
export const courseGrants = clientTable(
  'course_grants',
  {
    personId: uuid().notNull(),
    courseId: uuid().notNull(),
    kind: text({ enum: grantKinds }).notNull(),
    /** What gave it, such as an order; empty where the kind alone says it. */
    source: text().notNull().default(''),
    startsAt: instant().notNull(),
    expiresAt: instant(),
    revokedAt: instant(),
    reason: text().notNull().default(''),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['access to a course', 'access to courses'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('course_grants_once').on(t.clientId, t.personId, t.courseId, t.kind, t.source),
    index('course_grants_course').on(t.clientId, t.courseId, t.personId),
    index('course_grants_source').on(t.clientId, t.source),
    index('course_grants_ending').on(t.clientId, t.expiresAt).where(sql`expires_at is not null`),
    inClient('course_grants_person_fk', t, t.personId, people),
    inClient('course_grants_course_fk', t, t.courseId, courses),
  ],
)

/** One person's way through a course. It stays when access ends, so that nothing that they did is lost. */
export const enrollments = clientTable(
  'course_enrollments',
  {
    personId: uuid().notNull(),
    courseId: uuid().notNull(),
    cohortId: uuid(),
    /** The first day counts, also for those who left and came back. */
    enrolledAt: instant().notNull(),
    suspendedAt: instant(),
    /** Required lessons that are completed now. */
    requiredDone: integer().notNull().default(0),
    completedAt: instant(),
    lastActiveAt: instant(),
    /** Announced as inactive; cleared by the next activity. */
    inactiveAt: instant(),
    /** A renewal began after it: only the row without it counts. */
    endedAt: instant(),
  },
  {
    audit: { noun: ['an enrollment', 'enrollments'], people: 'Learners move it with every lesson' },
    export: 'rows',
    // Of two ways through one course the longer one goes on.
    merge: { givesWay: 'theirs.required_done > mine.required_done' },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('course_enrollments_current').on(t.clientId, t.courseId, t.personId).where(sql`ended_at is null`),
    index('course_enrollments_person').on(t.clientId, t.personId),
    index('course_enrollments_newest').on(t.clientId, t.courseId, t.id.desc()),
    index('course_enrollments_cohort').on(t.clientId, t.cohortId),
    index('course_enrollments_idle')
      .on(t.clientId, t.lastActiveAt)
      .where(sql`ended_at is null and completed_at is null and inactive_at is null`),
    inClient('course_enrollments_person_fk', t, t.personId, people),
    inClient('course_enrollments_course_fk', t, t.courseId, courses),
    inClient('course_enrollments_cohort_fk', t, t.cohortId, cohorts, 'restrict'),
  ],
)
