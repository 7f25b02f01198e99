import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, pageOf, prose, resource } from '#kernel/contract.ts'
import { stepStates } from '../rules/progress.ts'
import { peopleFilters, stepKinds } from '../rules/states.ts'

const Count = z.number().int()

export const StepProgress = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(stepKinds),
  courseId: Id.nullable(),
  state: z.enum(stepStates),
  requestedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  signedName: z.string(),
  note: z.string(),
})
export type StepProgress = z.infer<typeof StepProgress>

export const PathwayPerson = z.object({
  id: Id,
  pathwayId: Id,
  pathway: z.string(),
  personId: Id,
  name: z.string(),
  mentorId: Id.nullable(),
  mentor: z.string(),
  startedAt: Instant,
  completedAt: Instant.nullable(),
  /** Steps that are done now, of all. */
  done: Count,
  total: Count,
  steps: z.array(StepProgress),
})
export type PathwayPerson = z.infer<typeof PathwayPerson>

export const PeopleFilter = Page.extend({
  pathwayId: Id,
  search: z.string().trim().max(100).optional(),
  state: z.enum(peopleFilters).default('all'),
})
export type PeopleFilter = z.infer<typeof PeopleFilter>

export const AddPeople = z.object({
  pathwayId: Id,
  personIds: z.array(Id).min(1, 'Please choose someone').max(200, 'Up to 200 people at a time'),
  mentorId: Id.nullable().default(null),
})
export type AddPeople = z.infer<typeof AddPeople>

export const WaitingSignOff = z.object({
  /** Of the person on the pathway: goes into signOff with the step. */
  id: Id,
  stepId: Id,
  step: z.string(),
  description: z.string(),
  pathwayId: Id,
  pathway: z.string(),
  personId: Id,
  name: z.string(),
  mentorId: Id.nullable(),
  mentor: z.string(),
  requestedAt: Instant,
})
export type WaitingSignOff = z.infer<typeof WaitingSignOff>

const ofStep = z.object({ id: Id, stepId: Id })
export const SignOff = ofStep.extend({ note: prose(1_000).default('') })
export type SignOff = z.infer<typeof SignOff>

export const pathwayPeople = resource(
  '/pathway-people',
  {
    list: member('content.read')
      .input(PeopleFilter)
      .output(pageOf(PathwayPerson).extend({ total: Count })),
    get: member('content.read').input(ById).output(PathwayPerson),
    /** Anyone who is on it already stays as they are. */
    add: member('content.write')
      .input(AddPeople)
      .output(z.object({ added: Count, known: Count })),
    setMentor: member('content.write')
      .input(z.object({ id: Id, mentorId: Id.nullable() }))
      .output(PathwayPerson),
    /** Takes someone off the pathway. Their sign-offs are kept. */
    remove: member('content.write').input(ById).output(Nothing),
    /** By members who may change content, and by the mentor of the person. */
    signOff: member('content.read').input(SignOff).output(PathwayPerson),
    undoSignOff: member('content.read').input(ofStep).output(PathwayPerson),
    /** Sign-offs that wait for me, or for anyone; the oldest first. */
    waiting: member('content.read')
      .input(Page)
      .output(pageOf(WaitingSignOff).extend({ total: Count })),
    ofPerson: member('content.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(PathwayPerson) })),
  },
  {
    list: 'List people on a pathway',
    get: 'Get a person on a pathway',
    add: 'Add people to a pathway',
    setMentor: 'Set the mentor of a person on a pathway',
    remove: 'Remove a person from a pathway',
    signOff: 'Sign off a step',
    undoSignOff: 'Undo a sign-off',
    waiting: 'List sign-offs that are waiting',
    ofPerson: 'List the pathways of a person',
  },
  ['waiting', 'ofPerson'],
)
