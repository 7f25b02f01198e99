import { parsePartialDate } from '#people/rules/birthday.ts'
import type { contactLabels, householdRoles } from '#people/rules/fields.ts'
import type { Candidate } from '#people/rules/match.ts'
import { foldName } from '#people/rules/names.ts'
import { type FieldValue, type FieldWith, listFields } from '#people/rules/standard-fields.ts'
import type { ImportedFact } from './facts.ts'

/** What a person's own row holds and an import may write; dates in their stored form. */
export type PersonFields = { [N in StandardFieldOfImport]: FieldValue<N> } & Record<
  (typeof identifiers)[number],
  string | null
>
type StandardFieldOfImport = FieldWith<'imported'> | 'assignedTo'
const identifiers = ['externalId', 'importKey'] as const
export const storedFields = [...listFields('imported'), 'assignedTo', ...identifiers] as const

type Label = (typeof contactLabels)[number]

export interface StatePoint {
  kind: 'email' | 'phone'
  label: Label
  value: string
  valueNorm: string
}

export interface StateAddress {
  /** Null for one that is not stored yet. */
  id: string | null
  label: string
  street: string
  street2: string
  city: string
  region: string
  postalCode: string
  country: string
}

export interface StateHousehold {
  /** Under which rows find it again; null for one that staff made. */
  externalId: string | null
  name: string
  role: (typeof householdRoles)[number]
  isPrimary: boolean
}

/** Someone known, or about to be, as the import sees them; changed in memory, then written as a whole. */
export interface PersonState {
  id: string
  /** Of the row that was read; 0 for someone new. */
  version: number
  fields: PersonFields
  /** Day on which an old system got to know someone new, "2019-03-04". */
  createdOn: string | null
  /** The primary of each kind comes first. */
  points: StatePoint[]
  addresses: StateAddress[]
  /** Names in lower case. */
  tags: Set<string>
  groups: Set<string>
  households: StateHousehold[]
  notes: Set<string>
  /** By the field's id. */
  custom: Record<string, unknown>
  /** An earlier row of the same import made or changed them. */
  touched: boolean
  change: Change
}

/** What is to be written. */
export interface Change {
  /** Former values of the fields that changed. */
  before: Partial<PersonFields>
  points: StatePoint[]
  /** Another address or number became the primary one. */
  primary: boolean
  addresses: StateAddress[]
  /** As written. */
  tags: string[]
  groups: string[]
  households: StateHousehold[]
  notes: string[]
  custom: ImportedFact[]
}

export const noChange = (): Change => ({
  before: {},
  points: [],
  primary: false,
  addresses: [],
  tags: [],
  groups: [],
  households: [],
  notes: [],
  custom: [],
})

export const isChanged = ({ before, primary, ...added }: Change): boolean =>
  primary || Object.keys(before).length > 0 || Object.values(added).some(list => list.length > 0)

/** What of a change stands in the person's own row. */
export const changesRow = (change: Change): boolean =>
  change.primary || change.points.length > 0 || Object.keys(change.before).length > 0

/** A candidate for the match rule; `state` is null for someone of whom only the names and addresses are at hand. */
export interface Known extends Candidate {
  externalId: string | null
  /** First, last and nick name, folded. */
  nameKey: string
  /** As in the state, for those who have none here. */
  touched: boolean
  state: PersonState | null
}

export function knownOf(state: PersonState): Known {
  const { firstName, lastName, nickName, birthDate, externalId } = state.fields
  return {
    id: state.id,
    first: firstName || null,
    last: lastName || null,
    nick: nickName || null,
    emails: state.points.filter(({ kind }) => kind === 'email').map(({ valueNorm }) => valueNorm),
    phones: state.points.filter(({ kind }) => kind === 'phone').map(({ valueNorm }) => valueNorm),
    birthDate: birthDate ? parsePartialDate(birthDate) : null,
    externalId,
    nameKey: nameKey(firstName, lastName, nickName),
    touched: state.touched,
    state,
  }
}

export const nameKey = (...names: (string | null)[]): string => names.map(name => foldName(name ?? '').trim()).join('|')
