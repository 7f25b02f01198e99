import { listFields } from '#people/rules/standard-fields.ts'
import type { Field, Product } from './fields.ts'

/** In which order and under which headings the mapping offers its fields. */
export const fieldGroups: Record<string, Field[]> = {
  Name: ['fullName', ...listFields('imported', 'Name'), 'givenName', 'suffix'],
  'Contact details': ['email', 'phone', 'emailKind', 'phoneKind'],
  Address: ['address', 'street', 'street2', 'city', 'region', 'postalCode', 'country', 'addressKind'],
  About: [...listFields('imported', 'About'), 'eventDate', 'eventKind'],
  Church: [...listFields('imported', 'Church'), 'recordStatus', 'tags', 'groups', 'owner', 'leadStage'],
  Household: ['householdName', 'householdId', 'householdRole', 'householdPrimary'],
  'Opt-outs': [
    ...listFields('imported', 'Opt-outs'),
    'doNotCall',
    'unsubscribedEmail',
    'subscribedEmail',
    'unsubscribedSms',
    'subscribedSms',
    'cleaned',
  ],
  More: ['notes', 'noteLabel', 'externalId', 'createdAt'],
}

export const productNames: Record<Product, string> = {
  google: 'Google Contacts',
  outlook: 'Outlook',
  planning_center: 'Planning Center',
  mailchimp: 'Mailchimp',
  hubspot: 'HubSpot',
  other: 'another program',
}

/** What a no says is taken from every row: there is no rule to choose. */
const refusals = new Set<Field>(fieldGroups['Opt-outs'])
const unruled = new Set<Field>([
  'ignore',
  'emailKind',
  'phoneKind',
  'addressKind',
  'eventKind',
  'noteLabel',
  'leadStage',
  'externalId',
  'createdAt',
])
export const hasRule = (field: Field): boolean => !refusals.has(field) && !unruled.has(field)

export const dateOrderTexts = {
  mdy: 'Month, then day',
  dmy: 'Day, then month',
  ymd: 'Year, month, day',
} as const
