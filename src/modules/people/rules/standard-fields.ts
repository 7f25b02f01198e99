import { genders, maritalStatuses } from './fields.ts'

/**
 * What is known of a standard field, a column of `people` that every church has. A reader that does something of its own
 * with a field names it; everything else goes by what stands here.
 */
export interface StandardField {
  label: string
  kind: 'text' | 'choice' | 'partialDate' | 'day' | 'flag' | 'zone' | 'member' | 'link'
  /** Longest text. */
  most?: number
  choices?: readonly string[]
  /** Never null: what isn't known is an empty text. */
  filled?: true
  /** Where its label on the person's page and in segments is another one. */
  screenLabel?: string
  /** With what it stands on screens, in menus and files, in the order of this list. */
  group?: 'name' | 'dates' | 'about' | 'church' | 'origin' | 'zone' | 'flags'
  help?: string
  placeholder?: string
  /** Under the name at the top of the person's page, or among the facts beside it. */
  shown?: 'head' | 'facts'
  /** Volunteers see it of everyone. */
  volunteers?: true
  /** Can be changed through the contract of people. */
  edited?: true
  /** Of two people who are merged, someone chooses. */
  merged?: true
  /** A condition of segments, as text; dates and flags have kinds of their own. */
  segment?: true
  /** Its values are few, so that they are chosen: under this name the facets list them. */
  facet?: string
  /** Kinds of questions in forms that can ask for it. */
  asked?: readonly ('text' | 'date' | 'choice')[]
  /** Workflows change it, or only start when it changes. */
  workflow?: 'changes' | 'starts'
  workflowLabel?: string
  /** A column of the CSV export. */
  exported?: true
  /** Under which heading the mapping of an import offers it. */
  imported?: 'Name' | 'About' | 'Church' | 'Opt-outs'
  importLabel?: string
  /** The row of an import is read as it is; other fields are read by name. */
  importedAsText?: true
  /** Headers that mean it, besides those in `imports/data/headers.json`. */
  headers?: readonly string[]
}

export const standardFields = {
  firstName: {
    label: 'First name',
    kind: 'text',
    most: 200,
    filled: true,
    group: 'name',
    volunteers: true,
    edited: true,
    merged: true,
    segment: true,
    asked: ['text'],
    workflow: 'starts',
    exported: true,
    imported: 'Name',
  },
  lastName: {
    label: 'Last name',
    kind: 'text',
    most: 200,
    filled: true,
    group: 'name',
    volunteers: true,
    edited: true,
    merged: true,
    segment: true,
    asked: ['text'],
    workflow: 'starts',
    exported: true,
    imported: 'Name',
  },
  nickName: {
    label: 'Nickname',
    screenLabel: 'Preferred name',
    kind: 'text',
    most: 200,
    filled: true,
    group: 'name',
    help: 'If it is different from the first name.',
    shown: 'facts',
    volunteers: true,
    edited: true,
    merged: true,
    segment: true,
    asked: ['text'],
    exported: true,
    imported: 'Name',
  },
  pronouns: {
    label: 'Pronouns',
    kind: 'text',
    most: 40,
    group: 'name',
    shown: 'facts',
    volunteers: true,
    edited: true,
    merged: true,
    segment: true,
    asked: ['text'],
    workflow: 'changes',
    exported: true,
    imported: 'Name',
    importedAsText: true,
    headers: ['pronouns'],
  },
  prefix: {
    label: 'Title',
    importLabel: 'Title (Mr., Dr.)',
    kind: 'text',
    filled: true,
    group: 'name',
    merged: true,
    imported: 'Name',
  },
  middleName: { label: 'Middle name', kind: 'text', filled: true, group: 'name', merged: true, imported: 'Name' },
  birthDate: {
    label: 'Birth date',
    workflowLabel: 'Birthday',
    kind: 'partialDate',
    group: 'dates',
    shown: 'facts',
    edited: true,
    merged: true,
    asked: ['date'],
    workflow: 'starts',
    exported: true,
    imported: 'About',
  },
  anniversary: {
    label: 'Anniversary',
    kind: 'partialDate',
    group: 'dates',
    shown: 'facts',
    edited: true,
    merged: true,
    asked: ['date'],
    workflow: 'starts',
    imported: 'About',
  },
  gender: {
    label: 'Gender',
    kind: 'choice',
    choices: genders,
    group: 'about',
    shown: 'facts',
    edited: true,
    merged: true,
    segment: true,
    asked: ['choice'],
    workflow: 'changes',
    imported: 'About',
  },
  maritalStatus: {
    label: 'Marital status',
    kind: 'choice',
    choices: maritalStatuses,
    group: 'about',
    shown: 'facts',
    edited: true,
    merged: true,
    segment: true,
    asked: ['choice'],
    workflow: 'changes',
    imported: 'About',
  },
  membershipStatus: {
    label: 'Membership',
    kind: 'text',
    most: 100,
    group: 'church',
    placeholder: 'Guest, member…',
    shown: 'head',
    edited: true,
    merged: true,
    segment: true,
    facet: 'membershipStatuses',
    workflow: 'changes',
    exported: true,
    imported: 'Church',
    importedAsText: true,
  },
  campus: {
    label: 'Campus',
    kind: 'text',
    most: 100,
    group: 'church',
    shown: 'head',
    edited: true,
    merged: true,
    segment: true,
    facet: 'campuses',
    asked: ['text', 'choice'],
    workflow: 'changes',
    imported: 'Church',
    importedAsText: true,
  },
  source: {
    label: 'Source',
    kind: 'text',
    most: 100,
    group: 'origin',
    shown: 'facts',
    edited: true,
    merged: true,
    segment: true,
    facet: 'sources',
    exported: true,
    imported: 'Church',
    importedAsText: true,
  },
  assignedTo: {
    label: 'Assigned to',
    workflowLabel: 'Assigned member',
    kind: 'member',
    group: 'origin',
    placeholder: 'Unassigned',
    volunteers: true,
    edited: true,
    merged: true,
    workflow: 'starts',
  },
  timeZone: {
    label: 'Time zone',
    kind: 'zone',
    group: 'zone',
    help: 'If it is different from their address. Used for messages sent in each person’s time zone.',
    placeholder: 'From their address',
    shown: 'facts',
    edited: true,
    merged: true,
    imported: 'About',
  },
  photoUrl: { label: 'Photo', kind: 'link', volunteers: true, merged: true },
  doNotContact: {
    label: 'Do not contact',
    kind: 'flag',
    group: 'flags',
    help: 'Nobody can text, email or call these addresses and numbers.',
    volunteers: true,
    edited: true,
    imported: 'Opt-outs',
  },
  deceased: { label: 'Deceased', kind: 'flag', group: 'flags', volunteers: true, edited: true, imported: 'About' },
  griefHoldUntil: { label: 'Promotions paused until', kind: 'day', edited: true },
} as const satisfies Record<string, StandardField>

type Fields = typeof standardFields
export type StandardFieldName = keyof Fields
/** Names of the fields that have this property, with this value. */
export type FieldWith<P extends keyof StandardField, V = unknown> = {
  [N in StandardFieldName]: Fields[N] extends Record<P, V> ? N : never
}[StandardFieldName]

/** What the column of a field holds. */
export type FieldValue<N extends StandardFieldName> = Fields[N] extends { kind: 'flag' }
  ? boolean
  : Fields[N] extends { filled: true }
    ? string
    : Fields[N] extends { choices: readonly (infer C)[] }
      ? C | null
      : string | null

export const describeField = (name: StandardFieldName): StandardField => standardFields[name]

/** The fields that have this property, in their order; with `value`, those in which it is that. */
export function listFields<P extends keyof StandardField, V extends StandardField[P] = StandardField[P]>(
  property: P,
  value?: V,
): FieldWith<P, V>[] {
  const names = Object.keys(standardFields) as StandardFieldName[]
  return names.filter(name => {
    const said = describeField(name)[property]
    return value === undefined ? said !== undefined : said === value
  }) as unknown[] as FieldWith<P, V>[]
}

/** Calls every name once: an object with a key for each. */
export const mapFields = <N extends string, V>(names: readonly N[], toValue: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map(name => [name, toValue(name)])) as Record<N, V>

/** What a field is called; with `where`, the word that stands there, if it is another one. */
export function labelField(name: StandardFieldName, where?: 'screenLabel' | 'importLabel' | 'workflowLabel'): string {
  const field = describeField(name)
  return (where && field[where]) ?? field.label
}

export const isInGroup = (name: StandardFieldName, group: StandardField['group']): boolean =>
  describeField(name).group === group

export type FacetName = { [N in FieldWith<'facet'>]: Fields[N]['facet'] }[FieldWith<'facet'>]
export const facets = listFields('facet').map(field => ({ field, facet: standardFields[field].facet }))

/** What can be chosen for a field: its choices, or what people of this church have there; nothing for free text. */
export function listValues(name: string, found: Partial<Record<FacetName, string[]>> | undefined): readonly string[] {
  if (!isStandardField(name)) return []
  const { choices, facet } = describeField(name)
  return choices ?? found?.[facet as FacetName] ?? []
}
export const isStandardField = (name: string): name is StandardFieldName => Object.hasOwn(standardFields, name)
export const hasChoices = (name: string): boolean => isStandardField(name) && describeField(name).kind === 'choice'

/** Fields that a workflow may change, and what they are called. */
export const workflowFields = mapFields(listFields('workflow', 'changes'), name => labelField(name, 'workflowLabel'))
/** Fields whose change may start a workflow. */
export const changedFields = mapFields(listFields('workflow'), name => labelField(name, 'workflowLabel'))
