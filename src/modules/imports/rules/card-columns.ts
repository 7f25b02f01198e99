import type { Column, Field } from './fields.ts'

/** What a card can say, as a column of the table that a file of cards becomes. `slot` counts from 0. */
export interface CardColumn {
  name: string
  key: string
  slot: number
  header: string
  field: Field
  group: string | null
}

/** So many of a kind have columns of their own; further ones stand in the last of them. */
export const slots = { email: 5, phone: 8, address: 3 } as const

/** Keys of what one card says once. */
const single: [key: string, header: string, field: Field][] = [
  ['prefix', 'Title', 'prefix'],
  ['first', 'First name', 'firstName'],
  ['middle', 'Middle name', 'middleName'],
  ['last', 'Last name', 'lastName'],
  ['suffix', 'Suffix', 'suffix'],
  ['full', 'Full name', 'fullName'],
  ['nick', 'Nickname', 'nickName'],
]
const after: [key: string, header: string, field: Field][] = [
  ['birthday', 'Birthday', 'birthDate'],
  ['anniversary', 'Anniversary', 'anniversary'],
  ['gender', 'Gender', 'gender'],
  ['organization', 'Organization', 'notes'],
  ['jobTitle', 'Job title', 'notes'],
  ['tags', 'Categories', 'tags'],
  ['website', 'Website', 'notes'],
  ['messenger', 'Messenger', 'notes'],
  ['related', 'Related people', 'notes'],
  ['otherDates', 'Other dates', 'notes'],
  ['fax', 'Fax', 'notes'],
  ['timeZone', 'Time zone', 'timeZone'],
  ['deceased', 'Died on', 'deceased'],
  ['id', 'Card ID', 'externalId'],
  ['notes', 'Notes', 'notes'],
]
const repeated: Record<keyof typeof slots, [key: string, header: string, field: Field][]> = {
  email: [
    ['email', 'Email', 'email'],
    ['emailKind', 'Email type', 'emailKind'],
  ],
  phone: [
    ['phone', 'Phone', 'phone'],
    ['phoneKind', 'Phone type', 'phoneKind'],
  ],
  address: [
    ['street', 'Street', 'street'],
    ['street2', 'Street, second line', 'street2'],
    ['city', 'City', 'city'],
    ['region', 'State or region', 'region'],
    ['postalCode', 'Postal code', 'postalCode'],
    ['country', 'Country', 'country'],
    ['addressKind', 'Address type', 'addressKind'],
  ],
}

const once = (list: typeof single): CardColumn[] =>
  list.map(([key, header, field]) => ({ name: key, key, slot: 0, header, field, group: null }))

const numbered = (kind: keyof typeof slots): CardColumn[] =>
  Array.from({ length: slots[kind] }, (_, slot) =>
    repeated[kind].map(([key, header, field]) => {
      const number = slot === 0 ? '' : ` ${slot + 1}`
      return { name: `${key}${number}`, key, slot, header: `${header}${number}`, field, group: `${slot + 1}` }
    }),
  ).flat()

export const cardColumns: readonly CardColumn[] = [
  ...once(single),
  ...numbered('email'),
  ...numbered('phone'),
  ...numbered('address'),
  ...once(after),
]

/** The columns of these names, in the order of the table. */
export const columnsNamed = (names: readonly string[]): CardColumn[] =>
  cardColumns.filter(({ name }) => names.includes(name))

/** Nothing has to be guessed: each property of a card has its field. */
export const cardMapping = (names: readonly string[]): Column[] =>
  columnsNamed(names).map(({ header, field, group }, column) => ({
    column,
    header,
    field,
    group,
    kind: null,
    by: 'header',
  }))
