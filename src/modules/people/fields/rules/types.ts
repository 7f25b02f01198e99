import { standardFields } from '../../rules/standard-fields.ts'

export const customTypes = ['text', 'long', 'number', 'date', 'yesno', 'choice', 'choices'] as const
export type CustomType = (typeof customTypes)[number]

export const customTypeNames: Record<CustomType, string> = {
  text: 'Text',
  long: 'Long text',
  number: 'Number',
  date: 'Date',
  yesno: 'Yes or no',
  choice: 'One of a list',
  choices: 'Several of a list',
}

/** An answer of a list: its words may change, and people who gave it keep it. */
export interface CustomOption {
  id: string
  label: string
}

/** A fact about people that a church keeps for itself. */
export interface CustomField {
  id: string
  /** Made of the first label, then for good: merge tags and files name it. */
  key: string
  label: string
  type: CustomType
  options: CustomOption[]
  help: string
  /** The heading it stands under, such as Baptism; empty for none. */
  group: string
  /** Only for those who may read pastoral notes. */
  isPrivate: boolean
}

/** A day is 2026-05-31, one of a list its option's id, several of a list their ids. */
export type CustomAnswer = string | number | boolean | string[]
export type CustomAnswers = Record<string, CustomAnswer | null>

export const MOST_CUSTOM = 100
export const MOST_OPTIONS = 100
export const isList = (type: CustomType): boolean => type === 'choice' || type === 'choices'

/** What a person has already, and what merge tags are called: a fact of that name would be mistaken for it. */
const reserved = new Set([
  ...Object.keys(standardFields).map(name => name.toLowerCase()),
  ...'id name suffix email phone externalid search businessname businessaddress time unsubscribelink'.split(' '),
  ...'preferenceslink archivelink custom tags groups household'.split(' '),
])

const plain = (label: string) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '')

const free = (base: string, taken: readonly string[]) => {
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}_${n}`
    if (!taken.includes(key)) return key
  }
}

/** `t_shirt_size` of "T-shirt size"; another one where that is taken or means something else. */
export function customKey(label: string, taken: readonly string[]): string {
  const base = plain(label)
  return free(!base || reserved.has(base.replaceAll('_', '')) ? `field_${base}`.replace(/_$/, '') : base, taken)
}

/** Ids for answers that have none yet; the others keep theirs. */
export function withIds(options: readonly { id?: string; label: string }[]): CustomOption[] {
  const taken = options.flatMap(({ id }) => id ?? [])
  return options.map(({ id, label }) => {
    if (id) return { id, label }
    const made = free(plain(label) || 'answer', taken)
    taken.push(made)
    return { id: made, label }
  })
}

/** The fields under their headings, in their order; those without one come first. */
export function byGroup<T extends { group: string }>(fields: readonly T[]): { group: string; fields: T[] }[] {
  const groups = [...new Set(['', ...fields.map(({ group }) => group)])]
  return groups
    .map(group => ({ group, fields: fields.filter(field => field.group === group) }))
    .filter(part => part.fields.length > 0)
}
