import { z } from 'zod'
import { ById, Flag, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { customTypes, MOST_OPTIONS } from './rules/types.ts'

/** What is known of a person; a day is 2026-05-31, one of a list its option's id, null takes it away. */
export const Answer = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(60)).max(MOST_OPTIONS),
])
/** By the field's id. */
export const Answers = z.record(z.string().max(60), Answer.nullable())

const OptionId = z.string().regex(/^[a-z][a-z0-9_]{0,50}$/, 'An answer’s id can have lowercase letters, digits and _')

export const PersonField = z.object({
  id: Id,
  key: z.string(),
  label: z.string(),
  type: z.enum(customTypes),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
  help: z.string(),
  /** The heading it stands under. */
  group: z.string(),
  /** Only for those who may read pastoral notes. */
  isPrivate: z.boolean(),
  deletedAt: Instant.nullable(),
  version: Version,
})
export type PersonField = z.infer<typeof PersonField>

const words = {
  label: line(80).pipe(z.string().min(1, 'Please enter a name')),
  /** In their order; those without an id are new. */
  options: z
    .array(z.object({ id: OptionId.optional(), label: line(100).pipe(z.string().min(1, 'An answer can’t be empty')) }))
    .max(MOST_OPTIONS, `Up to ${MOST_OPTIONS} answers`)
    .default([]),
  help: prose(300).default(''),
  group: line(60).default(''),
  isPrivate: z.boolean().default(false),
}
export const NewField = z.object({ type: z.enum(customTypes), ...words })
export type NewField = z.infer<typeof NewField>
export const FieldChange = z.object({ id: Id, version: Version, ...words })
export type FieldChange = z.infer<typeof FieldChange>

const counted = z.object({ people: z.number().int() })

export const personFields = resource(
  '/person-fields',
  {
    /** In their order, those that the caller may see; the deleted ones for 30 days. */
    list: member('people.basic')
      .input(z.object({ deleted: Flag.optional() }))
      .output(z.object({ items: z.array(PersonField) })),
    /** Of how many people something is known. */
    sizes: member('people.read')
      .input(Nothing)
      .output(z.object({ items: z.array(counted.extend({ fieldId: Id })) })),
    create: member('people.write').input(NewField).output(PersonField),
    update: member('people.write').input(FieldChange).output(PersonField),
    /** All fields that one sees, in the order that they shall have. */
    order: member('people.write')
      .input(z.object({ ids: z.array(Id).min(1).max(200) }))
      .output(Nothing),
    /** Into the trash, with what is known of so many people. */
    remove: member('people.write').input(ById).output(counted),
    restore: member('people.write').input(ById).output(PersonField),
  },
  {
    list: 'List custom fields',
    sizes: 'Count how many people have each custom field',
    create: 'Add a custom field',
    update: 'Update a custom field',
    order: 'Reorder custom fields',
    remove: 'Delete a custom field',
    restore: 'Restore a custom field',
  },
  ['sizes'],
)
