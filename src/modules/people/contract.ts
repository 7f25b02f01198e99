import { z } from 'zod'
import { TimeZone } from '#clients/contract.ts'
import { day } from '#clients/rules/dates.ts'
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
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { Answer, Answers } from './fields/contract.ts'
import { parsePartialDate } from './rules/birthday.ts'
import { normaliseEmail } from './rules/contact.ts'
import { contactKinds, contactLabels, householdRoles } from './rules/fields.ts'
import {
  describeField,
  type FacetName,
  type FieldValue,
  type FieldWith,
  facets,
  listFields,
  mapFields,
  type StandardFieldName,
} from './rules/standard-fields.ts'

export const Label = z.object({ id: Id, name: z.string() })

export const PersonRow = z.object({
  id: Id,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  membershipStatus: z.string().nullable(),
  assignedTo: Id.nullable(),
  deceased: z.boolean(),
  doNotContact: z.boolean(),
  tags: z.array(Label),
  createdAt: Instant,
})
export type PersonRow = z.infer<typeof PersonRow>

export const ContactPoint = z.object({
  id: Id,
  kind: z.enum(contactKinds),
  label: z.string(),
  value: z.string(),
  valueNorm: z.string(),
  isPrimary: z.boolean(),
  valid: z.boolean(),
  /** Added by a form or a message; opens no portal session until a member confirms it. */
  unconfirmed: z.boolean(),
  /** Why nobody may write there, if so: unsubscribed, stop, dnc … */
  suppressed: z.string().nullable(),
})
export const Address = z.object({
  label: line(40).default('home'),
  street: line(200).default(''),
  street2: line(200).default(''),
  city: line(120).default(''),
  region: line(120).default(''),
  postalCode: line(20).default(''),
  country: line(60).default(''),
})
export type Address = z.infer<typeof Address>

export const Household = z.object({
  id: Id,
  name: z.string(),
  members: z.array(
    z.object({
      personId: Id,
      name: z.string(),
      role: z.enum(householdRoles),
      isPrimary: z.boolean(),
      /** Added by a form; makes nobody a child's parent in the portal until a member confirms it. */
      unconfirmed: z.boolean(),
    }),
  ),
})
export type Household = z.infer<typeof Household>

/** A standard field as it is read; the type is the one of its column. */
function readField(name: StandardFieldName): z.ZodType {
  const { kind, filled, choices } = describeField(name)
  if (kind === 'flag') return z.boolean()
  if (kind === 'member') return Id.nullable()
  if (choices) return z.enum(choices).nullable()
  return filled ? z.string() : z.string().nullable()
}
type ReadFields = { [N in FieldWith<'edited'>]: z.ZodType<FieldValue<N>, FieldValue<N>> }

export const Person = PersonRow.extend({
  ...(mapFields(listFields('edited'), readField) as ReadFields),
  photoUrl: z.string().nullable(),
  points: z.array(ContactPoint),
  addresses: z.array(Address.extend({ id: Id })),
  groups: z.array(Label),
  households: z.array(Household),
  leads: z.array(z.object({ id: Id, status: z.string() })),
  /** The church's own facts, by the field's id, as far as the caller may see them. */
  custom: z.record(z.string(), Answer.nullable()),
  version: Version,
})
export type Person = z.infer<typeof Person>

const partialDate = z
  .string()
  .trim()
  .max(20)
  .refine(
    text => text === '' || parsePartialDate(text) !== null,
    'Please enter a date like 4/3/1980, or April 3 without the year',
  )
  .nullish()
  // A field that wasn't sent stays as it is; an emptied one is nothing.
  .transform(text => (text === undefined ? undefined : text || null))
const label = z.enum(contactLabels).default('other')
const point = z.object({ kind: z.enum(contactKinds), label, value: line(254).pipe(z.string().min(1)) })
const points = z
  .array(point)
  .max(20, 'At most 20 addresses and numbers')
  .superRefine((all, ctx) => {
    for (const [i, each] of all.entries())
      if (each.kind === 'email' && normaliseEmail(each.value) === null)
        ctx.addIssue({ code: 'custom', path: [i, 'value'], message: 'Please enter a valid email address' })
  })

type NameField = FieldWith<'edited'> & FieldWith<'filled'>
type DetailField = Exclude<FieldWith<'edited'>, NameField>
const isName = (name: FieldWith<'edited'>): name is NameField => describeField(name).filled === true
const names = listFields('edited').filter(isName)
const nameLine = (name: NameField) => line(describeField(name).most!)

/** A standard field as it is written; one that isn't sent stays as it is. */
function writeField(name: DetailField): z.ZodType {
  const { kind, choices, most } = describeField(name)
  switch (kind) {
    case 'partialDate':
      return partialDate
    case 'choice':
      return z.enum(choices!).nullish()
    case 'flag':
      return z.boolean().optional()
    case 'member':
      return Id.nullish()
    case 'zone':
      return z.preprocess(zone => zone || (zone === undefined ? undefined : null), TimeZone.nullish())
    case 'day':
      return z.preprocess(said => (said === '' ? null : said), day().nullish())
    default:
      return line(most!).nullish()
  }
}
type Written<N extends DetailField> = FieldValue<N> | undefined
const details = mapFields(
  listFields('edited').filter((name): name is DetailField => !isName(name)),
  writeField,
) as { [N in DetailField]: z.ZodOptional<z.ZodType<Written<N>, Written<N>>> }

export const NewPerson = z
  .object({
    ...mapFields(names, name => nameLine(name).default('')),
    ...details,
    points: points.default([]),
    addresses: z.array(Address).max(10).default([]),
    tagIds: z.array(Id).max(100).default([]),
    groupIds: z.array(Id).max(100).default([]),
    custom: Answers.default({}),
  })
  .refine(person => person.firstName || person.lastName || person.nickName || person.points.length > 0, {
    message: 'Please enter a name, an email address or a phone number',
    path: ['firstName'],
  })
export type NewPerson = z.infer<typeof NewPerson>

export const PersonChange = z.object({
  id: Id,
  version: Version,
  ...mapFields(names, name => nameLine(name).optional()),
  ...details,
  points: points.optional(),
  addresses: z.array(Address).max(10).optional(),
  tagIds: z.array(Id).max(100).optional(),
  groupIds: z.array(Id).max(100).optional(),
  /** Those that are named change; null takes away what is known. */
  custom: Answers.optional(),
})
export type PersonChange = z.infer<typeof PersonChange>

const filters = {
  /** A fragment of a name, an address or a number. */
  search: z.string().trim().max(200).optional(),
  tag: several(Id),
  group: Id.optional(),
  household: Id.optional(),
  /** The people in it now. */
  segment: Id.optional(),
  membershipStatus: line(100).optional(),
  assignedTo: z.union([Id, z.literal('nobody')]).optional(),
  source: line(100).optional(),
  importId: Id.optional(),
  hasEmail: Flag.optional(),
  hasPhone: Flag.optional(),
  /** In the trash, for 30 days. */
  deleted: Flag.optional(),
  /** Came within so many days. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
}
export const Filters = z.object(filters)
export type Filters = z.infer<typeof Filters>
export const PersonFilter = Page.extend({
  ...filters,
  sort: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name'),
})
export type PersonFilter = z.infer<typeof PersonFilter>

/** Which people a bulk action means: those named, or all that the filter finds. */
export const Selection = z.union([z.object({ ids: z.array(Id).min(1).max(500) }), z.object({ filter: Filters })])
export type Selection = z.infer<typeof Selection>
const changed = z.object({ changed: z.number().int() })

export const Lookalike = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** What they share: email, phone. */
  shares: z.array(z.enum(contactKinds)),
  /** The match rule would attach to this one. */
  same: z.boolean(),
  onBoard: z.boolean(),
})

/**
 * A member who has people.basic alone (a volunteer) finds people by name and sees name and groups;
 * addresses, numbers and the rest only of those who are assigned to them.
 */
export const people = resource(
  '/people',
  {
    list: member('people.basic').input(PersonFilter).output(pageOf(PersonRow)),
    count: member('people.basic')
      .input(Filters)
      .output(z.object({ count: z.number().int() })),
    search: member('people.basic')
      .input(
        z.object({ q: z.string().trim().min(1).max(200), limit: z.coerce.number().int().min(1).max(20).default(8) }),
      )
      .output(z.object({ items: z.array(PersonRow.pick({ id: true, name: true, email: true, phone: true })) })),
    get: member('people.basic').input(ById).output(Person),
    create: member('people.write').input(NewPerson).output(Person),
    update: member('people.write').input(PersonChange).output(Person),
    /** Says that an address or number which a form added is theirs. */
    confirmPoint: member('people.write')
      .input(ById.extend({ pointId: Id }))
      .output(Person),
    trash: member('people.delete')
      .input(z.object({ selection: Selection }))
      .output(changed),
    restore: member('people.delete')
      .input(z.object({ selection: Selection }))
      .output(changed),
    matches: member('people.read')
      .input(
        z.object({
          firstName: line(200).default(''),
          lastName: line(200).default(''),
          email: line(254).default(''),
          phone: line(50).default(''),
        }),
      )
      .output(z.object({ items: z.array(Lookalike) })),
    facets: member('people.read')
      .input(Nothing)
      .output(
        z.object(
          mapFields(
            facets.map(({ facet }): FacetName => facet),
            () => z.array(z.string()),
          ),
        ),
      ),
    tag: member('people.write')
      .input(z.object({ selection: Selection, tagId: Id, remove: z.boolean().default(false) }))
      .output(changed),
    group: member('people.write')
      .input(z.object({ selection: Selection, groupId: Id, remove: z.boolean().default(false) }))
      .output(changed),
    assign: member('people.write')
      .input(z.object({ selection: Selection, assignedTo: Id.nullable() }))
      .output(changed),
    /** The same fact on all chosen people; null takes it away. */
    setField: member('people.write')
      .input(z.object({ selection: Selection, fieldId: Id, answer: Answer.nullable() }))
      .output(changed),
    export: exporting().input(Filters).output(CsvFile),
    /** At most 5,000 of those chosen, as one vCard file. */
    cards: exporting()
      .input(z.object({ selection: Selection, version: z.enum(['3.0', '4.0']).default('3.0') }))
      .output(z.object({ vcf: z.string(), count: z.number().int() })),
  },
  {
    list: 'List people',
    count: 'Count people',
    search: 'Search people by name',
    get: 'Get a person',
    create: 'Add a person',
    update: 'Update a person',
    confirmPoint: 'Confirm a contact detail from a form',
    trash: 'Move people to the trash',
    restore: 'Restore people from the trash',
    matches: 'Find people who may be the same person',
    facets: 'List the values that people can be filtered by',
    tag: 'Add or remove a tag for many people',
    group: 'Add many people to a group or remove them',
    assign: 'Assign people to a member',
    setField: 'Set a custom field for many people',
    export: 'Export people as CSV',
    cards: 'Export people as vCards',
  },
  ['count', 'search', 'matches', 'facets', 'export'],
)
