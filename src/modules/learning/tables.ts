import { sql } from 'drizzle-orm'
import { boolean, customType, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { enrollments } from '#courses/enrollments/tables.ts'
import { type Answers, lessons, type Quiz } from '#courses/tables.ts'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { commentStates, completions, submissionStates } from './rules/states.ts'

/** Spans of a film, in milliseconds. */
const spans = customType<{ data: string }>({ dataType: () => 'int4multirange' })

/** What a learner did in a lesson, and when it opens for them. */
export const lessonProgress = clientTable(
  'lesson_progress',
  {
    enrollmentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    /** Of lessons that open after days or on a date: worked out for this learner. */
    unlockAt: instant(),
    /** Someone of the team opened it for them before its time. */
    unlockedBy: uuid(),
    /** Never locked again from then on. */
    openedAt: instant(),
    positionMs: integer().notNull().default(0),
    /** What was played, without what was skipped. */
    watched: spans().notNull().default(sql`'{}'::int4multirange`),
    pingedAt: instant(),
    completedAt: instant(),
    how: text({ enum: completions }),
  },
  {
    audit: {
      none: 'Written by every player every few seconds; unlocking and resetting by the team is logged with the enrollment',
    },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('lesson_progress_once').on(t.clientId, t.enrollmentId, t.lessonId),
    index('lesson_progress_lesson').on(t.clientId, t.lessonId, t.completedAt),
    inClient('lesson_progress_enrollment_fk', t, t.enrollmentId, enrollments),
    inClient('lesson_progress_lesson_fk', t, t.lessonId, lessons),
  ],
)

export const quizAttempts = clientTable(
  'quiz_attempts',
  {
    enrollmentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    number: integer().notNull(),
    /** The questions as they were when it began. */
    quiz: jsonb().$type<Quiz>().notNull(),
    /** Called so that the audit log never repeats it. */
    payload: jsonb().$type<Answers>().notNull().default({}),
    endsAt: instant(),
    submittedAt: instant(),
    /** Sent after the time was over: kept, and not counted as passed. */
    isLate: boolean().notNull().default(false),
    percent: integer(),
    isPassed: boolean().notNull().default(false),
  },
  { audit: { quiet: 'Learners’ answers' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    // Of two clicks on Start at once, one makes the attempt.
    uniqueIndex('quiz_attempts_number').on(t.clientId, t.enrollmentId, t.lessonId, t.number),
    index('quiz_attempts_lesson').on(t.clientId, t.lessonId),
    inClient('quiz_attempts_enrollment_fk', t, t.enrollmentId, enrollments),
    inClient('quiz_attempts_lesson_fk', t, t.lessonId, lessons),
  ],
)

export const lessonSubmissions = clientTable(
  'lesson_submissions',
  {
    enrollmentId: uuid().notNull(),
    lessonId: uuid().notNull(),
    /** What they wrote. Called so that the audit log never repeats it. */
    body: text().notNull().default(''),
    fileId: uuid(),
    state: text({ enum: submissionStates }).notNull().default('submitted'),
    feedback: text().notNull().default(''),
    reviewedBy: uuid(),
    reviewedAt: instant(),
  },
  { audit: { noun: ['an assignment', 'assignments'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    // One waits at a time: sent twice, it is one.
    uniqueIndex('lesson_submissions_waiting')
      .on(t.clientId, t.enrollmentId, t.lessonId)
      .where(sql`state = 'submitted'`),
    index('lesson_submissions_enrollment').on(t.clientId, t.enrollmentId),
    index('lesson_submissions_state').on(t.clientId, t.state, t.id),
    index('lesson_submissions_lesson').on(t.clientId, t.lessonId),
    index('lesson_submissions_file').on(t.clientId, t.fileId),
    inClient('lesson_submissions_enrollment_fk', t, t.enrollmentId, enrollments),
    inClient('lesson_submissions_lesson_fk', t, t.lessonId, lessons),
    inClient('lesson_submissions_file_fk', t, t.fileId, files, 'restrict'),
  ],
)

/** A learner’s own notes, which nobody else reads. */
export const lessonNotes = clientTable(
  'lesson_notes',
  {
    personId: uuid().notNull(),
    lessonId: uuid().notNull(),
    /** Called so that the audit log never repeats it. */
    body: text().notNull(),
  },
  {
    audit: { none: 'A learner’s own notes' },
    export: { none: 'A learner’s own notes, which the team doesn’t read' },
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('lesson_notes_once').on(t.clientId, t.personId, t.lessonId),
    index('lesson_notes_lesson').on(t.clientId, t.lessonId),
    inClient('lesson_notes_person_fk', t, t.personId, people),
    inClient('lesson_notes_lesson_fk', t, t.lessonId, lessons),
  ],
)

export const lessonComments = clientTable(
  'lesson_comments',
  {
    lessonId: uuid().notNull(),
    personId: uuid(),
    /** A member who answers. */
    userId: uuid(),
    /** As it is shown with the comment. */
    name: text().notNull(),
    body: text().notNull(),
    state: text({ enum: commentStates }).notNull().default('pending'),
    parentId: uuid(),
    /** Made by the page: sent twice, it is one comment. */
    key: uuid().notNull(),
  },
  {
    audit: { noun: ['a comment on a lesson', 'comments on lessons'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('lesson_comments_key').on(t.clientId, t.key),
    index('lesson_comments_of').on(t.clientId, t.lessonId, t.id),
    index('lesson_comments_state').on(t.clientId, t.state, t.id),
    index('lesson_comments_person').on(t.clientId, t.personId),
    inClient('lesson_comments_lesson_fk', t, t.lessonId, lessons),
    inClient('lesson_comments_person_fk', t, t.personId, people),
  ],
)

/** Says that someone finished a course. It outlives the course. */
export const certificates = clientTable(
  'certificates',
  {
    enrollmentId: uuid().notNull(),
    personId: uuid().notNull(),
    courseId: uuid().notNull(),
    /** As it is printed, like 2026-0042. */
    number: text().notNull(),
    /** In its public address; random, since it leads to a name. */
    publicId: uuid().notNull().default(sql`gen_random_uuid()`),
    /** As they were when it was issued. */
    name: text().notNull(),
    course: text().notNull(),
    words: text().notNull().default(''),
    issuedOn: date({ mode: 'string' }).notNull(),
    /** The last day on which it is valid; null: for good. */
    expiresOn: date({ mode: 'string' }),
    /** The warnings that were sent: days before its end. */
    warned: integer().array().notNull().default(sql`'{}'`),
    /** Its end was announced. */
    expiredAt: instant(),
    revokedAt: instant(),
  },
  { audit: { noun: ['a certificate', 'certificates'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    // Two completions at once make one certificate.
    uniqueIndex('certificates_enrollment').on(t.clientId, t.enrollmentId),
    uniqueIndex('certificates_number').on(t.clientId, t.number),
    uniqueIndex('certificates_public').on(t.publicId),
    index('certificates_person').on(t.clientId, t.personId, t.courseId),
    index('certificates_course').on(t.clientId, t.courseId),
    index('certificates_ending')
      .on(t.clientId, t.expiresOn)
      .where(sql`expires_on is not null and revoked_at is null and expired_at is null`),
    inClient('certificates_person_fk', t, t.personId, people),
  ],
)
