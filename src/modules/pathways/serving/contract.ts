import { z } from 'zod'
import {
  ById,
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
  Version,
} from '#kernel/contract.ts'
import { trainingStates } from '../rules/training.ts'

const Count = z.number().int()
const name = line(80).pipe(z.string().min(1, 'Please enter a name'))
const courseIds = z.array(Id).max(20, 'Up to 20 trainings')

export const Training = z.object({
  courseId: Id,
  title: z.string(),
  state: z.enum(trainingStates),
  /** The last day on which it is valid. */
  until: z.string().nullable(),
  /** Days to its end, where it expires soon. */
  days: Count.nullable(),
})
export type Training = z.infer<typeof Training>

export const ServingRow = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  groupId: Id.nullable(),
  group: z.string(),
  trainings: z.array(z.object({ id: Id, title: z.string() })),
  /** People who do it. */
  people: Count,
  /** Of them, those whose trainings are all valid today. */
  ready: Count,
  version: Version,
})
export type ServingRow = z.infer<typeof ServingRow>

export const ServingPerson = z.object({
  personId: Id,
  name: z.string(),
  trainings: z.array(Training),
  isReady: z.boolean(),
})
export type ServingPerson = z.infer<typeof ServingPerson>
export const ServingRole = ServingRow.omit({ people: true }).extend({ people: z.array(ServingPerson) })
export type ServingRole = z.infer<typeof ServingRole>

export const NewRole = z.object({
  name,
  description: prose(2_000).default(''),
  /** A group of people. */
  groupId: Id.nullable().default(null),
  /** Courses whose certificates must be valid on the day. */
  courseIds: courseIds.default([]),
})
export type NewRole = z.infer<typeof NewRole>
export const RoleChange = z
  .object({ name, description: prose(2_000), groupId: Id.nullable(), courseIds })
  .partial()
  .extend({ id: Id, version: Version })
export type RoleChange = z.infer<typeof RoleChange>

export const servingRoles = resource(
  '/serving-roles',
  {
    list: member('content.read')
      .input(Page.extend({ search: z.string().trim().max(100).optional() }))
      .output(pageOf(ServingRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(ServingRole),
    create: member('content.write').input(NewRole).output(ServingRole),
    update: member('content.write').input(RoleChange).output(ServingRole),
    /** With its assignments. */
    remove: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List serving roles',
    get: 'Get a serving role with its people and their trainings',
    create: 'Create a serving role',
    update: 'Update a serving role',
    remove: 'Delete a serving role',
  },
)

export const ServingAssignment = z.object({
  id: Id,
  roleId: Id,
  role: z.string(),
  appointmentId: Id,
  event: z.string(),
  startsAt: Instant,
  personId: Id,
  name: z.string(),
  /** A required training is missing, or ends before the day of the event. */
  isBlocked: z.boolean(),
  lapsed: z.array(Training),
})
export type ServingAssignment = z.infer<typeof ServingAssignment>

export const AssignmentFilter = Page.extend({
  roleId: Id.optional(),
  appointmentId: Id.optional(),
  personId: Id.optional(),
  /** Those of past events as well. */
  past: Flag.optional(),
})
export type AssignmentFilter = z.infer<typeof AssignmentFilter>
export const Assign = z.object({ roleId: Id, appointmentId: Id, personId: Id })
export type Assign = z.infer<typeof Assign>

export const servingAssignments = resource(
  '/serving-assignments',
  {
    list: member('content.read').input(AssignmentFilter).output(pageOf(ServingAssignment)),
    /** Refused where a required training is missing, or ends before the day of the event. */
    assign: member('content.write')
      .input(Assign)
      .output(ServingAssignment)
      .errors({
        TRAINING_LAPSED: {
          status: 409,
          message: 'A required training is missing, or expires before the event.',
          data: z.object({ personId: Id, courseId: Id, until: z.string().nullable() }),
        },
      }),
    remove: member('content.write').input(ById).output(Nothing),
    /** Events to which people can be assigned, the next first. */
    events: member('content.read')
      .input(Page.extend({ search: z.string().trim().max(100).optional() }))
      .output(pageOf(z.object({ id: Id, title: z.string(), startsAt: Instant }))),
  },
  {
    list: 'List serving assignments',
    assign: 'Assign a person to serve at an event',
    remove: 'Remove a serving assignment',
    events: 'List upcoming events for serving',
  },
  ['events'],
)
