import { type PartialDate, partialDateText } from '#people/rules/birthday.ts'
import { countryOrder, readZonedDate } from '#people/rules/dates.ts'
import { foldName, splitName } from '#people/rules/names.ts'
import { describeField, type FieldWith, listFields, mapFields } from '#people/rules/standard-fields.ts'
import { type Draft, draftOf, type Entry, limits, type RowOptions, shown, splitList } from './draft.ts'
import { readFacts } from './facts.ts'
import type { Field, Mapping } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import type { ImportedPerson, ReadRow } from './person.ts'
import { readAddresses, readEmails, readPhones } from './row-contacts.ts'
import { readRefusals } from './row-suppressions.ts'
import {
  isInactive,
  readGender,
  readHouseholdRole,
  readLeadStage,
  readMaritalStatus,
  readTimeZone,
  saysNothing,
  yesOrNo,
} from './values.ts'

/** Reads one row of a file with this mapping. Nothing throws: what is wrong is in `warnings` and `errors`. */
export function readRow(cells: readonly string[], mapping: Mapping, options: RowOptions): ReadRow {
  const draft = draftOf(cells, mapping, options)
  const names = readNames(draft)
  const emails = readEmails(draft)
  const phones = readPhones(draft)
  const { suppressions, consents, doNotContact } = readRefusals(draft, emails, phones)
  const details = { ...readDates(draft), ...readDetails(draft) }
  const custom = readFacts(draft)
  const person: ImportedPerson = {
    ...names,
    emails,
    phones,
    addresses: readAddresses(draft),
    ...details,
    doNotContact,
    notes: readNotes(draft),
    ...(custom && { custom }),
  }
  const nobody = !names.firstName && !names.lastName && !names.nickName && emails.length === 0 && phones.length === 0
  if (nobody && draft.errors.length === 0) {
    draft.errors.push({ column: null, text: 'This row has no name, email address or phone number.' })
  }
  const { warnings, errors } = draft
  return { person, suppressions, consents, warnings, errors, fingerprint: fingerprint(person) }
}

const text = (draft: Draft, field: Field) => draft.one(field)?.value ?? null

function readNames(draft: Draft) {
  const full = draft.one('fullName')
  const own = { first: text(draft, 'firstName'), given: text(draft, 'givenName'), last: text(draft, 'lastName') }
  const split = full && !own.first && !own.given && !own.last ? splitName(full.value) : null
  if (split?.couple) draft.warn(full!, `${shown(full!.value)} looks like two people. They were imported as one.`)
  const { firstName, nickName } = calledName(draft, own.first ?? split?.first ?? null, own.given)
  const lastName = own.last ?? split?.last ?? null
  const suffix = text(draft, 'suffix') ?? split?.suffix ?? null
  return {
    prefix: text(draft, 'prefix') ?? split?.prefix ?? null,
    firstName,
    middleName: text(draft, 'middleName') ?? split?.middle ?? null,
    lastName: lastName && suffix && !foldName(lastName).endsWith(foldName(suffix)) ? `${lastName} ${suffix}` : lastName,
    nickName: nickName ?? split?.nick ?? null,
  }
}

/** Files with a given name beside the first name mean the name in papers and the one that is used. */
function calledName(draft: Draft, first: string | null, given: string | null) {
  const nick = text(draft, 'nickName')
  if (!given || !first || foldName(given) === foldName(first)) return { firstName: first ?? given, nickName: nick }
  if (!nick) return { firstName: given, nickName: first }
  draft.keep(draft.one('givenName')!)
  return { firstName: first, nickName: nick }
}

function readDates(draft: Draft) {
  const events = draft.of('eventDate').map(entry => ({ entry, label: labelOf(draft, entry) }))
  const event = (pattern: RegExp) => events.find(({ label }) => pattern.test(label))?.entry ?? null
  const birth = draft.one('birthDate') ?? event(/birth|geburt|nacimiento|cumple/i)
  const wedding = draft.one('anniversary') ?? event(/anniv|wedding|hochzeit|jahrestag|aniv|boda/i)
  for (const { entry, label } of events) {
    if (entry !== birth && entry !== wedding)
      draft.keep({ ...entry, column: { ...entry.column, header: label || entry.column.header } })
  }
  const created = dateIn(draft, draft.one('createdAt'))
  return {
    birthDate: dateIn(draft, birth),
    anniversary: dateIn(draft, wedding),
    createdOn: created && created.year !== null ? partialDateText(created) : null,
  }
}

const labelOf = (draft: Draft, { column }: Entry) =>
  draft.of('eventKind').find(label => label.column.group === column.group)?.value ?? ''

function dateIn(draft: Draft, entry: Entry | null): PartialDate | null {
  if (!entry || saysNothing(entry.value)) return null
  const { options } = draft
  const order = options.dateOrder[entry.column.column] ?? countryOrder(options.country)
  // These are days: a program that writes one as a time means midnight, in UTC or where it runs.
  const reading = readZonedDate(entry.value, order, options.today, { timeZone: options.timeZone, midnightIsDay: true })
  if (reading.kind === 'blank') return null
  const isAhead = reading.kind === 'date' && reading.date.year !== null && partialDateText(reading.date) > options.today
  if (reading.kind === 'date' && !isAhead) return reading.date
  // A wrong date is no reason to leave the person out.
  const why = isAhead ? 'is in the future' : noDate[reading.kind as keyof typeof noDate]
  draft.warn(entry, `${shown(entry.value)} in “${entry.column.header}” ${why}. It was saved as a note.`)
  draft.keep(entry)
  return null
}

const noDate = { impossible: 'is not a valid date', unreadable: 'could not be read as a date' }

function readDetails(draft: Draft) {
  const stages = draft.of('leadStage')
  return {
    gender: word(draft, 'gender', readGender),
    maritalStatus: word(draft, 'maritalStatus', readMaritalStatus),
    ...mapFields(listFields('importedAsText'), name => shortText(draft, name)),
    inactive: isInactiveRow(draft),
    timeZone: word(draft, 'timeZone', readTimeZone),
    tags: names(draft, 'tags'),
    groups: names(draft, 'groups'),
    household: readHousehold(draft),
    externalId: own(draft, text(draft, 'externalId')),
    owner: said(draft, 'owner'),
    leadStage: stages.map(({ value }) => readLeadStage(value)).find(stage => stage !== null) ?? null,
    deceased: isDeceased(draft),
  }
}

function readHousehold(draft: Draft): ImportedPerson['household'] {
  const [id, name] = [text(draft, 'householdId'), text(draft, 'householdName')]
  if (!id && !name) return null
  const role = said(draft, 'householdRole')
  const isPrimary = yesOrNo(text(draft, 'householdPrimary') ?? '') === true
  return { externalId: own(draft, id), name, role: role === null ? null : readHouseholdRole(role), isPrimary }
}

/** Ids of different systems may be equal, so a known system's name goes before its own. */
const own = ({ options }: Draft, id: string | null) =>
  id && options.product !== 'other' ? `${options.product}:${id}` : id

function said(draft: Draft, field: Field): string | null {
  const value = text(draft, field)
  return value && !saysNothing(value) ? value : null
}

/** What a person's own page couldn't save goes to the notes. */
function shortText(draft: Draft, field: FieldWith<'importedAsText'>): string | null {
  const [value, most] = [said(draft, field), describeField(field).most!]
  if (!value || [...value].length <= most) return value
  const entry = draft.one(field)!
  draft.warn(entry, `“${entry.column.header}” is longer than ${most} characters. It was saved as a note.`)
  draft.keep(entry)
  return null
}

/** A word from a list; one that we don't know goes to the notes. */
function word<T>(draft: Draft, field: Field, read: (value: string) => T | null): T | null {
  const entry = draft.one(field)
  if (!entry || saysNothing(entry.value)) return null
  const found = read(entry.value)
  if (found === null) {
    draft.warn(
      entry,
      `${shown(entry.value)} in “${entry.column.header}” is not a value we recognize. It was saved as a note.`,
    )
    draft.keep(entry)
  }
  return found
}

function names(draft: Draft, field: 'tags' | 'groups'): string[] {
  const entries = draft.of(field)
  const found = entries.flatMap(entry => splitList(entry.value).map(name => ({ entry, name })))
  const [short, tooLong] = [
    found.filter(({ name }) => name.length <= limits.text),
    found.filter(({ name }) => name.length > limits.text),
  ]
  for (const { entry, name } of tooLong)
    draft.warn(entry, `${shown(name)} is longer than ${limits.text} characters and was skipped.`)
  return [...new Set(short.map(({ name }) => name))]
}

function isInactiveRow(draft: Draft): boolean {
  const entry = draft.one('recordStatus')
  if (!entry) return false
  return /^inactiv/i.test(entry.column.header) ? yesOrNo(entry.value) === true : isInactive(entry.value)
}

/** A day of death says it as well as a yes. */
function isDeceased(draft: Draft): boolean {
  const entry = draft.one('deceased')
  if (!entry || saysNothing(entry.value)) return false
  const answer = yesOrNo(entry.value)
  if (answer === null) draft.keep(entry)
  return answer ?? true
}

/** What the file calls notes, then what found no other place. */
function readNotes(draft: Draft): string | null {
  const kept = draft.notes.splice(0)
  for (const entry of draft.of('notes')) draft.keep(entry)
  const all = [...draft.notes, ...kept].join('\n')
  const length = [...all].length
  const entry = draft.one('notes')
  if (length > limits.note && entry) {
    const format = (count: number) => count.toLocaleString('en-US')
    draft.fail(entry, `The notes of this row have ${format(length)} characters. The limit is ${format(limits.note)}.`)
  }
  return all || null
}
