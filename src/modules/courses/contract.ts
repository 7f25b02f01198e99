import { z } from 'zod'
import {
  ById,
  CsvFile,
  exporting,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { Uses } from '#public-page/rules/uses.ts'
import { CourseSettings, Outline } from './rules/outline.ts'
import { courseStates } from './rules/states.ts'

const Count = z.number().int()
const title = line(200).pipe(z.string().min(1, 'Please enter a title'))

export const CourseRow = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  slug: z.string(),
  state: z.enum(courseStates),
  /** Path of the picture, for members; null: there is none. */
  thumbnail: z.string().nullable(),
  pictureId: Id.nullable(),
  /** Of what is published; of the draft while nothing is. */
  lessons: Count,
  /** Minutes. */
  duration: Count,
  /** People whose access is active. */
  students: Count,
  /** Mean over students of completed by required lessons; null without students. */
  completion: Count.nullable(),
  /** Months that its certificates are valid; null where they never end, or there are none. */
  validMonths: Count.nullable(),
  /** The draft says what is published. */
  isFresh: z.boolean(),
  publishedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
})
export type CourseRow = z.infer<typeof CourseRow>

export const CourseProblem = z.object({
  /** Null: of the whole course. */
  lessonId: Id.nullable(),
  message: z.string(),
  isBlocking: z.boolean(),
})

export const Course = CourseRow.extend({
  draft: Outline,
  settings: CourseSettings,
  lastNumber: Count,
  /** What stands in the way of publishing. */
  problems: z.array(CourseProblem),
  version: Version,
})
export type Course = z.infer<typeof Course>

export const NewCourse = z.object({ title, description: prose(2_000).default('') })
export type NewCourse = z.infer<typeof NewCourse>
export const CourseChange = z
  .object({ title, description: prose(2_000), pictureId: Id.nullable(), draft: Outline, settings: CourseSettings })
  .partial()
  .extend({ id: Id, version: Version })
export type CourseChange = z.infer<typeof CourseChange>

const filters = {
  search: z.string().trim().max(100).optional(),
  state: several(z.enum(courseStates)),
  /** Trainings alone: courses whose certificates end. */
  training: Flag.optional(),
  /** In the trash, for 30 days. */
  deleted: Flag.optional(),
  sort: z.enum(['newest', 'title', 'students', 'completion']).default('newest'),
}
export const CourseFilter = Page.extend(filters)
export type CourseFilter = z.infer<typeof CourseFilter>

export const CourseVersion = z.object({
  number: Count,
  lessons: Count,
  publishedBy: z.string(),
  createdAt: Instant,
})

export const courses = resource(
  '/courses',
  {
    list: member('content.read')
      .input(CourseFilter)
      .output(pageOf(CourseRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(Course),
    create: member('content.write').input(NewCourse).output(Course),
    update: member('content.write').input(CourseChange).output(Course),
    /** Learners get what the draft says. Nothing that they finished or opened is lost. */
    publish: member('content.publish')
      .input(z.object({ id: Id, version: Version }))
      .output(Course),
    /** Learners can’t open it for now; their progress is kept. */
    unpublish: member('content.publish').input(ById).output(Course),
    archive: member('content.publish').input(ById).output(Course),
    duplicate: member('content.write').input(ById).output(Course),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Course),
    /** What leads to it, such as a page that shows it. */
    uses: member('content.read').input(ById).output(Uses),
    versions: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(CourseVersion) })),
    /** The draft says again what a version said. */
    revert: member('content.write')
      .input(z.object({ id: Id, version: Version, number: z.number().int().min(1) }))
      .output(Course),
    /** An address at which the draft is seen as a learner sees it, for an hour. */
    preview: member('content.read')
      .meta({ secret: true })
      .input(ById)
      .output(z.object({ url: z.string() })),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List courses',
    get: 'Get a course',
    create: 'Create a course',
    update: 'Update a course',
    publish: 'Publish a course',
    unpublish: 'Unpublish a course',
    archive: 'Archive a course',
    duplicate: 'Duplicate a course',
    remove: 'Delete a course',
    restore: 'Restore a course',
    uses: 'List what uses a course',
    versions: 'List published versions of a course',
    revert: 'Go back to a published version of a course',
    preview: 'Create a link to the preview of a course',
    export: 'Export courses as CSV',
  },
  ['uses', 'versions', 'export'],
)
