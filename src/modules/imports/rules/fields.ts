import { labelField, listFields, mapFields } from '#people/rules/standard-fields.ts'

/** What a column of the file can become. `text` is how the mapping screen calls it. */
export const fields = {
  fullName: 'Full name',
  givenName: 'Given name',
  suffix: 'Suffix (Jr.)',
  ...mapFields(listFields('imported'), name => labelField(name, 'importLabel')),
  email: 'Email',
  emailKind: 'Email type',
  phone: 'Phone',
  phoneKind: 'Phone type',
  address: 'Full address',
  addressKind: 'Address type',
  street: 'Street',
  street2: 'Street, second line',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
  eventKind: 'Date type',
  eventDate: 'Date',
  recordStatus: 'Active or inactive',
  tags: 'Tags',
  groups: 'Groups',
  householdId: 'Household number',
  householdName: 'Household name',
  householdRole: 'Adult or child',
  householdPrimary: 'Household contact',
  externalId: 'ID in the old system',
  owner: 'Assigned to',
  leadStage: 'Lead stage',
  notes: 'Notes',
  noteLabel: 'Note title',
  doNotCall: 'Do not call',
  unsubscribedEmail: 'Unsubscribed from email',
  subscribedEmail: 'Subscribed to email',
  unsubscribedSms: 'Unsubscribed from texts',
  subscribedSms: 'Subscribed to texts',
  cleaned: 'Email bounced',
  createdAt: 'Added on',
  custom: 'A custom field',
  ignore: 'Skip',
} as const

export type Field = keyof typeof fields

export const kinds = ['home', 'work', 'mobile', 'other'] as const
export type Kind = (typeof kinds)[number]

/** Several columns of one file may hold these; of the others, the first counts. */
const repeatable: ReadonlySet<Field> = new Set<Field>([
  'email',
  'emailKind',
  'phone',
  'phoneKind',
  'address',
  'addressKind',
  'street',
  'street2',
  'city',
  'region',
  'postalCode',
  'country',
  'eventKind',
  'eventDate',
  'tags',
  'groups',
  'notes',
  'noteLabel',
  'leadStage',
  'doNotContact',
  'doNotCall',
  'unsubscribedEmail',
  'subscribedEmail',
  'unsubscribedSms',
  'subscribedSms',
  'cleaned',
  'custom',
  'ignore',
])
export const isRepeatable = (field: Field): boolean => repeatable.has(field)

export const dateFields: ReadonlySet<Field> = new Set<Field>([
  ...listFields('kind', 'partialDate'),
  'eventDate',
  'createdAt',
])

/**
 * One column of the file, by its position from 0. `group` ties the columns of one address together, or a value to the column
 * that names its kind ("E-mail 1 - Type"). `by` says what the proposal rests on; 'nothing' is a column nobody knows.
 */
export interface Column {
  column: number
  header: string
  field: Field
  kind: Kind | null
  group: string | null
  /** Which of the church's own fields, where it is one. */
  custom?: string | null
  by: 'header' | 'likeness' | 'values' | 'nothing'
}

export type Mapping = readonly Column[]

export const products = ['google', 'outlook', 'planning_center', 'mailchimp', 'hubspot', 'other'] as const
export type Product = (typeof products)[number]

/** A header that is known, with what it says besides the field. */
export interface HeaderMeaning {
  field: Field
  kind: Kind | null
  group: string | null
}
