import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'
import { ById, Id, Instant, member, Nothing, Page, pageOf, prose, resource, Version } from '#kernel/contract.ts'
import { noteVisibilities } from '../rules/fields.ts'

export const Note = z.object({
  id: Id,
  personId: Id,
  body: z.string(),
  visibility: z.enum(noteVisibilities),
  authorId: Id.nullable(),
  authorName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Note = z.infer<typeof Note>

const body = noCardNumbers(prose(10_000).pipe(z.string().min(1, 'Please write something')))
const visibility = z.enum(noteVisibilities).default('staff')
const OfPerson = Page.extend({ personId: Id })

/** Pastoral notes are seen and written only with the pastoral permissions. */
export const notes = resource(
  '/notes',
  {
    list: member('people.read').input(OfPerson).output(pageOf(Note)),
    create: member('people.write')
      .input(z.object({ personId: Id, body, visibility }))
      .output(Note),
    update: member('people.write')
      .input(z.object({ id: Id, body, version: Version }))
      .output(Note),
    remove: member('people.write').input(ById).output(Nothing),
    restore: member('people.write').input(ById).output(Note),
  },
  {
    list: 'List notes about a person',
    create: 'Add a note',
    update: 'Update a note',
    remove: 'Delete a note',
    restore: 'Restore a note',
  },
)

export const TimelineEntry = z.object({
  id: Id,
  at: Instant,
  /** lead.created, lead.moved, lead.touched, person.created, person.imported, note.added, task.done … */
  type: z.string(),
  userName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const timeline = resource(
  '/timeline',
  {
    list: member('people.read').input(OfPerson).output(pageOf(TimelineEntry)),
  },
  { list: 'List the timeline of a person' },
)
