import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { type CourseSettings, type Drip, type Lesson, lessonKinds, type Outline } from './rules/outline.ts'
import type { Answers, Quiz } from './rules/quiz.ts'
import { courseStates } from './rules/states.ts'

export type { Answers, Quiz }

export const courses = clientTable(
  'courses',
  {
    title: text().notNull(),
    description: text().notNull().default(''),
    slug: text().notNull(),
    state: text({ enum: courseStates }).notNull().default('draft'),
    /** The thumbnail. */
    pictureId: uuid(),
    /** As it is being written: modules with their lessons. */
    draft: jsonb().$type<Outline>().notNull(),
    settings: jsonb().$type<CourseSettings>().notNull(),
    /** The newest published version; 0 while there is none. */
    lastNumber: integer().notNull().default(0),
    /** What is published is what the draft says. */
    isFresh: boolean().notNull().default(false),
    publishedAt: instant(),
    /** Of what is published. */
    lessonCount: integer().notNull().default(0),
    requiredCount: integer().notNull().default(0),
    minutes: integer().notNull().default(0),
    /** All that a search looks into. */
    search: text().notNull(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a course', 'courses'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('courses_slug').on(t.clientId, t.slug),
    index('courses_newest').on(t.clientId, t.id.desc()).where(sql`deleted_at is null`),
    index('courses_search').using('gin', t.clientId, t.search.op('gin_trgm_ops')),
    index('courses_picture').on(t.clientId, t.pictureId),
    index('courses_deleted').on(t.clientId, t.deletedAt).where(sql`deleted_at is not null`),
    inClient('courses_picture_fk', t, t.pictureId, files, 'restrict'),
  ],
)

/** A course as it was published; never changed. */
export const courseVersions = clientTable(
  'course_versions',
  {
    courseId: uuid().notNull(),
    number: integer().notNull(),
    outline: jsonb().$type<Outline>().notNull(),
    publishedBy: uuid(),
  },
  {
    audit: { noun: ['a published course', 'published courses'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('course_versions_number').on(t.clientId, t.courseId, t.number),
    inClient('course_versions_course', t, t.courseId, courses),
  ],
)

/** Modules of a published course, in order. */
export const courseSections = clientTable(
  'course_sections',
  { courseId: uuid().notNull(), position: integer().notNull(), title: text().notNull() },
  {
    audit: { quiet: 'The publishing of the course is listed' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('course_sections_of').on(t.clientId, t.courseId, t.position),
    inClient('course_sections_course', t, t.courseId, courses),
  ],
)

/** Lessons as learners have them. One that is removed stays, since progress hangs on it. */
export const lessons = clientTable(
  'lessons',
  {
    courseId: uuid().notNull(),
    sectionId: uuid(),
    /** In the whole course. */
    position: integer().notNull(),
    kind: text({ enum: lessonKinds }).notNull(),
    title: text().notNull(),
    isRequired: boolean().notNull(),
    minutes: integer().notNull(),
    drip: jsonb().$type<Drip>().notNull(),
    content: jsonb().$type<Lesson>().notNull(),
    /** The version of the course in which it was last published. */
    number: integer().notNull(),
    videoId: uuid(),
    formId: uuid(),
    appointmentId: uuid(),
    removedAt: instant(),
  },
  {
    audit: { quiet: 'The publishing of the course is listed' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('lessons_of').on(t.clientId, t.courseId, t.position),
    index('lessons_section').on(t.clientId, t.sectionId),
    index('lessons_video').on(t.clientId, t.videoId).where(sql`video_id is not null`),
    index('lessons_form').on(t.clientId, t.formId).where(sql`form_id is not null`),
    index('lessons_appointment').on(t.clientId, t.appointmentId).where(sql`appointment_id is not null`),
    inClient('lessons_course_fk', t, t.courseId, courses),
    inClient('lessons_section_fk', t, t.sectionId, courseSections, 'restrict'),
  ],
)
