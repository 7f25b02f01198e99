import { splitName } from '#people/rules/names.ts'
import { describeField, type FieldWith, listFields, mapFields } from '#people/rules/standard-fields.ts'
import { type AddressAnswer, type Answers, isAnswered, type Member, shownKeys } from './answers.ts'
import type { Definition, Field, MapTarget, Privacy } from './definition.ts'

type AskedField = FieldWith<'asked'>
export interface Identity extends Record<AskedField, string> {
  /** As they called themselves. */
  name: string
  email: string
  emails: string[]
  phone: string
  phones: string[]
  address: AddressAnswer | null
  family: Member[]
  /** What they chose, if the form let them. */
  privacy: Privacy | null
  /** Boxes that were ticked. */
  consents: Field[]
}

/** What the answers say about the person who gave them, by what the fields are mapped to. */
export function identityOf({ fields }: Pick<Definition, 'fields'>, answers: Answers): Identity {
  const shown = new Set(shownKeys(fields, answers))
  const given = fields.filter(({ key }) => shown.has(key) && isAnswered(answers[key]))
  const all = (map: MapTarget) => given.filter(field => field.map === map).map(({ key }) => answers[key] as string)
  const first = (map: MapTarget) => all(map)[0] ?? ''
  const whole = splitName(first('name'))
  const firstName = first('firstName') || whole.first || ''
  const lastName = first('lastName') || whole.last || ''
  const families = given.filter(({ type }) => type === 'family')
  const place = given.find(({ map }) => map === 'address')
  return {
    ...mapFields(listFields('asked'), field => fitting(field, first(field))),
    firstName,
    lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email: first('email').toLowerCase(),
    emails: all('email'),
    phone: first('phone'),
    phones: all('phone'),
    gender: genderOf(first('gender')),
    maritalStatus: first('maritalStatus').toLowerCase(),
    address: place ? (answers[place.key] as AddressAnswer) : null,
    family: families.flatMap(({ key }) => answers[key] as Member[]),
    privacy: privacyOf(first('privacy')),
    consents: given.filter(({ type, key }) => type === 'consent' && answers[key] === 'yes'),
  }
}

/** An answer that the person's own page couldn't save stays in the submission alone. */
function fitting(field: AskedField, text: string): string {
  const { most, filled } = describeField(field)
  return most && !filled && text.length > most ? '' : text
}

const genderOf = (text: string) =>
  /^(f|female|woman|girl)$/i.test(text) ? 'female' : /^(m|male|man|boy)$/i.test(text) ? 'male' : text ? 'other' : ''

/** "Pastors only" and "Prayer team" in a form’s own words; the narrowest word counts. */
const privacyOf = (text: string): Privacy | null =>
  /pastor|confidential|private/i.test(text) ? 'pastoral' : /pray/i.test(text) ? 'prayer' : text ? 'team' : null
