import { z } from 'zod'
import { day, moment } from '#clients/rules/dates.ts'
import { grantKinds, refusals } from '#courses/enrollments/rules/access.ts'
import { lessonKinds } from '#courses/rules/outline.ts'
import {
  ById,
  CsvFile,
  exporting,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  resource,
} from '#kernel/contract.ts'
import { completions } from '../rules/states.ts'

const Count = z.number().int()
export const learnerStates = ['active', 'inactive', 'completed', 'suspended'] as const

export const LearnerRow = z.object({
  /** Of the enrollment. */
  id: Id,
  personId: Id,
  name: z.string(),
  email: z.string().nullable(),
  enrolledAt: Instant,
  /** Active: access holds now, and is not suspended. */
  isActive: z.boolean(),
  isSuspended: z.boolean(),
  /** Required lessons. */
  done: Count,
  required: Count,
  /** Percent of the required lessons, rounded down. */
  progress: Count,
  completedAt: Instant.nullable(),
  lastActiveAt: Instant.nullable(),
  cohort: z.string().nullable(),
})
export type LearnerRow = z.infer<typeof LearnerRow>

export const LearnerLesson = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(lessonKinds),
  isRequired: z.boolean(),
  isOpen: z.boolean(),
  /** Why it is locked; null where it is open. */
  why: z.enum(refusals).nullable(),
  /** The same as its learner reads it. */
  reason: z.string(),
  unlockAt: Instant.nullable(),
  isUnlockedByTeam: z.boolean(),
  openedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  how: z.enum(completions).nullable(),
  /** Seconds played, each counted once. */
  watchedSeconds: Count,
  attempts: Count,
  /** Percent of the best attempt. */
  score: Count.nullable(),
})
export const Learner = LearnerRow.extend({
  courseId: Id,
  course: z.string(),
  lessons: z.array(LearnerLesson),
  grants: z.array(
    z.object({
      id: Id,
      kind: z.enum(grantKinds),
      startsAt: Instant,
      expiresAt: Instant.nullable(),
      revokedAt: Instant.nullable(),
      reason: z.string(),
    }),
  ),
  certificate: z
    .object({ number: z.string(), path: z.string(), issuedOn: z.string(), expiresOn: z.string().nullable() })
    .nullable(),
})
export type Learner = z.infer<typeof Learner>

const learnerSorts = [
  'name',
  '-name',
  'progress',
  '-progress',
  'lastActiveAt',
  '-lastActiveAt',
  'enrolledAt',
  '-enrolledAt',
] as const
const filters = {
  courseId: Id,
  search: z.string().trim().max(100).optional(),
  state: z.enum(learnerStates).optional(),
  sort: z.enum(learnerSorts).default('name'),
}
export const LearnerFilter = Page.extend(filters)
export type LearnerFilter = z.infer<typeof LearnerFilter>

const until = moment('Please choose a date and a time').nullable()
const people = z.array(Id).min(1, 'Please choose someone').max(500, 'Up to 500 at once')

export const Report = z.object({
  lessons: z.array(
    z.object({
      id: Id,
      title: z.string(),
      kind: z.enum(lessonKinds),
      opened: Count,
      completed: Count,
      score: Count.nullable(),
    }),
  ),
  questions: z.array(z.object({ lessonId: Id, prompt: z.string(), answered: Count, right: Count })),
  learners: Count,
  finished: Count,
})
export type Report = z.infer<typeof Report>

export const learners = resource(
  '/learners',
  {
    list: member('content.read')
      .input(LearnerFilter)
      .output(pageOf(LearnerRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(Learner),
    /** Courses of one person. */
    ofPerson: member('content.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(LearnerRow.extend({ courseId: Id, course: z.string() })) })),
    /** Gives access to people; those who have it already keep the later end. */
    enroll: member('content.write')
      .input(
        z.object({
          courseId: Id,
          personIds: people,
          expiresAt: until.default(null),
          cohortId: Id.nullable().default(null),
        }),
      )
      .output(z.object({ enrolled: Count })),
    /** A new end of access; null: none. */
    extend: member('content.write')
      .input(z.object({ id: Id, expiresAt: until }))
      .output(Learner),
    suspend: member('content.write')
      .input(z.object({ id: Id, suspended: z.boolean() }))
      .output(Learner),
    /** Takes all access to the course away. What was done is kept. */
    remove: member('content.write').input(ById).output(Nothing),
    /** Opens lessons before their time; all of them where none is named. */
    unlock: member('content.write')
      .input(z.object({ ids: z.array(Id).min(1).max(500), lessonIds: z.array(Id).max(300).optional() }))
      .output(z.object({ unlocked: Count })),
    /** Deletes what was done in these lessons, with attempts and answers; in all of them where none is named. */
    reset: member('content.write')
      .input(z.object({ id: Id, lessonIds: z.array(Id).max(300).optional() }))
      .output(Learner),
    /** A group did a lesson together: it is completed for everyone who was there. */
    markPresent: member('content.write')
      .input(z.object({ lessonId: Id, ids: z.array(Id).min(1, 'Please choose someone').max(500) }))
      .output(z.object({ marked: Count })),
    report: member('content.read')
      .input(z.object({ courseId: Id }))
      .output(Report),
    cohorts: member('content.read')
      .input(z.object({ courseId: Id }))
      .output(
        z.object({ items: z.array(z.object({ id: Id, name: z.string(), startsOn: z.string(), learners: Count })) }),
      ),
    addCohort: member('content.write')
      .input(
        z.object({
          courseId: Id,
          name: line(80).pipe(z.string().min(1, 'Please enter a name')),
          startsOn: day('Please choose a date'),
        }),
      )
      .output(z.object({ id: Id })),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List learners of a course',
    get: 'Get a learner with their lessons',
    ofPerson: 'List courses of a person',
    enroll: 'Enroll people in a course',
    extend: 'Change when the access of a learner ends',
    suspend: 'Suspend a learner',
    remove: 'Remove a learner from a course',
    unlock: 'Unlock lessons for learners',
    reset: 'Reset the progress of a learner',
    markPresent: 'Mark learners present in a lesson',
    report: 'Get the report of a course',
    cohorts: 'List cohorts of a course',
    addCohort: 'Create a cohort',
    export: 'Export learners of a course as CSV',
  },
  ['ofPerson', 'report', 'cohorts', 'export'],
)
