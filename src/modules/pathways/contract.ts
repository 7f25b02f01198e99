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
import { MOST_STEPS, pathwayStates, stepKinds } from './rules/states.ts'

const Count = z.number().int()
const name = line(120).pipe(z.string().min(1, 'Please enter a name'))

export const PathwayRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  state: z.enum(pathwayStates),
  steps: Count,
  /** People on it, also those who completed it. */
  people: Count,
  completed: Count,
  /** Sign-offs that people asked for. */
  waiting: Count,
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
})
export type PathwayRow = z.infer<typeof PathwayRow>

export const PathwayStep = z.object({
  id: Id,
  kind: z.enum(stepKinds),
  /** Of a course: the title of the course. */
  title: z.string(),
  description: z.string(),
  courseId: Id.nullable(),
  /** The course can’t be taken: it is not published, or deleted. */
  isClosed: z.boolean(),
  people: z.object({
    /** It is their next step. */
    next: Count,
    waiting: Count,
    done: Count,
  }),
})
export type PathwayStep = z.infer<typeof PathwayStep>

export const Pathway = PathwayRow.omit({ steps: true }).extend({
  steps: z.array(PathwayStep),
  /** What stands in the way of publishing. */
  problems: z.array(z.string()),
  version: Version,
})
export type Pathway = z.infer<typeof Pathway>

/** The id is made by the editor and stays: sign-offs are kept with it. */
export const EditedStep = z.object({
  id: Id,
  kind: z.enum(stepKinds),
  title: line(120).default(''),
  description: prose(2_000).default(''),
  courseId: Id.nullable().default(null),
})
export type EditedStep = z.infer<typeof EditedStep>
const steps = z.array(EditedStep).max(MOST_STEPS, `Up to ${MOST_STEPS} steps`)

export const NewPathway = z.object({ name, description: prose(2_000).default(''), steps: steps.default([]) })
export type NewPathway = z.infer<typeof NewPathway>
export const PathwayChange = z
  .object({ name, description: prose(2_000), steps })
  .partial()
  .extend({ id: Id, version: Version })
export type PathwayChange = z.infer<typeof PathwayChange>

const filters = {
  search: z.string().trim().max(100).optional(),
  state: several(z.enum(pathwayStates)),
  /** In the trash, for 30 days. */
  deleted: Flag.optional(),
  sort: z.enum(['newest', 'name', '-name', 'people', '-people']).default('newest'),
}
export const PathwayFilter = Page.extend(filters)
export type PathwayFilter = z.infer<typeof PathwayFilter>

export const pathways = resource(
  '/pathways',
  {
    list: member('content.read')
      .input(PathwayFilter)
      .output(pageOf(PathwayRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(Pathway),
    create: member('content.write').input(NewPathway).output(Pathway),
    update: member('content.write').input(PathwayChange).output(Pathway),
    /** People can be put on it from now on. */
    publish: member('content.publish').input(ById).output(Pathway),
    /** Nobody new; people who are on it go on. */
    archive: member('content.publish').input(ById).output(Pathway),
    duplicate: member('content.write').input(ById).output(Pathway),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Pathway),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List pathways',
    get: 'Get a pathway',
    create: 'Create a pathway',
    update: 'Update a pathway',
    publish: 'Publish a pathway',
    archive: 'Archive a pathway',
    duplicate: 'Duplicate a pathway',
    remove: 'Delete a pathway',
    restore: 'Restore a pathway',
    export: 'Export pathways as CSV',
  },
  ['export'],
)
