import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource, Version } from '#kernel/contract.ts'

const name = line(80).pipe(z.string().min(1, 'Name is required'))
const taken = { NAME_TAKEN: { status: 409, message: 'That name is already in use.' } } as const

export const Tag = z.object({ id: Id, name: z.string(), people: z.number().int(), version: Version })
export type Tag = z.infer<typeof Tag>

export const tags = resource(
  '/tags',
  {
    list: member('people.basic')
      .input(Nothing)
      .output(z.object({ items: z.array(Tag) })),
    create: member('people.write').input(z.object({ name })).output(Tag),
    update: member('people.write')
      .input(z.object({ id: Id, name, version: Version }))
      .output(Tag)
      .errors(taken),
    remove: member('people.write').input(ById).output(Nothing),
  },
  { list: 'List tags', create: 'Create a tag', update: 'Rename a tag', remove: 'Delete a tag' },
)

/** A static list of people: the choir, the Tuesday small group. */
export const Group = Tag.extend({ description: z.string() })
export type Group = z.infer<typeof Group>

const description = line(500).default('')
export const groups = resource(
  '/groups',
  {
    list: member('people.basic')
      .input(Nothing)
      .output(z.object({ items: z.array(Group) })),
    create: member('people.write').input(z.object({ name, description })).output(Group).errors(taken),
    update: member('people.write')
      .input(z.object({ id: Id, name, description, version: Version }))
      .output(Group)
      .errors(taken),
    remove: member('people.write').input(ById).output(Nothing),
  },
  { list: 'List groups', create: 'Create a group', update: 'Rename a group', remove: 'Delete a group' },
)
