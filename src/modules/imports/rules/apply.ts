import { partialDateText } from '#people/rules/birthday.ts'
import { foldName } from '#people/rules/names.ts'
import { type FieldWith, listFields, mapFields } from '#people/rules/standard-fields.ts'
import type { ImportedFact } from './facts.ts'
import type { ColumnRule, RuleOf } from './options.ts'
import type { ImportedAddress, ImportedHousehold, ImportedPerson } from './person.ts'
import {
  noChange,
  type PersonFields,
  type PersonState,
  type StateAddress,
  type StateHousehold,
  type StatePoint,
  storedFields,
} from './state.ts'

/** What a row needs besides itself: whose name or address is meant by "Looked after by". */
export interface Around {
  ownerOf: (written: string) => string | null
  /** For the households of one address. */
  householdKey: (name: string, address: string) => string
}

/** Someone new, as the row says. */
export function newState(id: string, person: ImportedPerson, importKey: string | null, around: Around): PersonState {
  const state: PersonState = {
    id,
    version: 0,
    fields: { ...fieldsOf(person, around), importKey, source: person.source ?? 'Import' },
    createdOn: person.createdOn,
    points: [],
    addresses: [],
    tags: new Set(),
    groups: new Set(),
    households: [],
    notes: new Set(),
    custom: {},
    touched: false,
    change: noChange(),
  }
  addLists(state, person, () => 'fill', around)
  return state
}

/** Brings a row to someone known, by the rule of each column. */
export function applyRow(state: PersonState, person: ImportedPerson, ruleOf: RuleOf, around: Around): void {
  const said = fieldsOf(person, around)
  for (const field of ruledFields) bring(state, field, said[field], ruleOf(...columnsOf(field)))
  // A no is taken from wherever it comes.
  bring(state, 'doNotContact', person.doNotContact, 'fill')
  bring(state, 'externalId', said.externalId, 'fill')
  addLists(state, person, ruleOf, around)
}

type Columns = Parameters<RuleOf>
type RuledField = Exclude<FieldWith<'imported'>, 'doNotContact'>
const ruledFields = storedFields.filter(
  (name): name is RuledField | 'assignedTo' => !['doNotContact', 'externalId', 'importKey'].includes(name),
)
/** Fields that other columns fill too. */
const fillers: Partial<Record<RuledField, Columns>> = {
  prefix: ['prefix', 'fullName'],
  firstName: ['firstName', 'givenName', 'fullName'],
  middleName: ['middleName', 'fullName'],
  lastName: ['lastName', 'fullName'],
  nickName: ['nickName', 'firstName', 'fullName'],
  birthDate: ['birthDate', 'eventDate'],
  anniversary: ['anniversary', 'eventDate'],
}
const columnsOf = (field: RuledField | 'assignedTo'): Columns =>
  field === 'assignedTo' ? ['owner'] : (fillers[field] ?? [field])
const fieldsOf = (person: ImportedPerson, around: Around): PersonFields => ({
  ...mapFields(listFields('filled'), name => person[name] ?? ''),
  ...mapFields(listFields('importedAsText'), name => person[name]),
  birthDate: person.birthDate && partialDateText(person.birthDate),
  anniversary: person.anniversary && partialDateText(person.anniversary),
  gender: person.gender,
  maritalStatus: person.maritalStatus,
  timeZone: person.timeZone,
  assignedTo: person.owner && around.ownerOf(person.owner),
  externalId: person.externalId,
  importKey: null,
  deceased: person.deceased,
  doNotContact: person.doNotContact,
})

function bring<F extends keyof PersonFields>(
  { fields, change }: PersonState,
  field: F,
  said: PersonFields[F],
  rule: ColumnRule,
): void {
  const had = fields[field]
  if (!said || said === had || rule === 'never' || (rule === 'fill' && had)) return
  if (!(field in change.before)) change.before[field] = had
  fields[field] = said
}

function addLists(state: PersonState, person: ImportedPerson, ruleOf: RuleOf, around: Around): void {
  addPoints(state, emailsOf(person), ruleOf('email'))
  addPoints(state, phonesOf(person), ruleOf('phone'))
  for (const address of person.addresses) addAddress(state, address, ruleOf('address', 'street', 'city', 'postalCode'))
  if (ruleOf('tags') !== 'never') addNames(state.tags, state.change.tags, person.tags)
  if (person.inactive && ruleOf('recordStatus') !== 'never') addNames(state.tags, state.change.tags, ['Inactive'])
  if (ruleOf('groups') !== 'never') addNames(state.groups, state.change.groups, person.groups)
  if (person.household && ruleOf('householdId', 'householdName') !== 'never')
    addHousehold(state, person.household, person, around)
  for (const fact of person.custom ?? []) addFact(state, fact, ruleOf(`custom:${fact.fieldId}`))
  if (person.notes && ruleOf('notes') !== 'never') addNote(state, person.notes)
}

const emailsOf = ({ emails }: ImportedPerson): StatePoint[] =>
  emails.map(({ address, written, kind }) => ({ kind: 'email', label: kind, value: written, valueNorm: address }))

/** What can't be dialled is kept as it is written; an extension stays in what is written. */
const phonesOf = ({ phones }: ImportedPerson): StatePoint[] =>
  phones.map(({ number, written, kind }) => ({
    kind: 'phone',
    label: kind,
    value: written,
    valueNorm: number ?? written.toLowerCase(),
  }))

/** Nobody loses an address: "fill" adds another one, "overwrite" makes it the first. */
function addPoints({ points, change }: PersonState, said: StatePoint[], rule: ColumnRule): void {
  const same = (a: StatePoint) => (b: StatePoint) => a.kind === b.kind && a.valueNorm === b.valueNorm
  const kind = said[0]?.kind
  if (rule === 'never' && points.some(point => point.kind === kind)) return
  for (const point of said) {
    if (points.some(same(point))) continue
    points.push(point)
    change.points.push(point)
  }
  if (rule !== 'overwrite' || !said[0]) return
  const first = points.findIndex(point => point.kind === kind)
  const wanted = points.findIndex(same(said[0]))
  if (wanted <= first) return
  points.splice(first, 0, ...points.splice(wanted, 1))
  change.primary = true
}

const parts = ['street', 'street2', 'city', 'region', 'postalCode', 'country'] as const
const addressText = (address: Pick<StateAddress, (typeof parts)[number]>) =>
  parts.map(part => foldName(address[part]).trim()).join('|')

function addAddress({ addresses, change }: PersonState, said: ImportedAddress, rule: ColumnRule): void {
  const { kind, ...rest } = said
  const address: StateAddress = { ...rest, id: null, label: kind }
  if (addresses.some(one => addressText(one) === addressText(address))) return
  const at = addresses.findIndex(one => one.label === kind)
  if (rule === 'never' && addresses.length > 0) return
  if (at >= 0 && rule === 'fill') return
  const stored = { ...address, id: addresses[at]?.id ?? null }
  addresses.splice(at < 0 ? addresses.length : at, 1, stored)
  change.addresses.push(stored)
}

function addNames(known: Set<string>, added: string[], said: readonly string[]): void {
  for (const name of said) {
    const key = name.toLowerCase()
    if (known.has(key)) continue
    known.add(key)
    added.push(name)
  }
}
/** Tags and groups that everyone of the file gets. */
export function addLabels({ tags, groups, change }: PersonState, said: { tags: string[]; groups: string[] }): void {
  addNames(tags, change.tags, said.tags)
  addNames(groups, change.groups, said.groups)
}

function addHousehold(state: PersonState, said: ImportedHousehold, person: ImportedPerson, around: Around): void {
  const name = said.name ?? `${state.fields.lastName || state.fields.firstName} household`
  const home = person.addresses[0]
  const address = home ? `${home.street}|${home.postalCode}|${home.city}` : ''
  const externalId = said.externalId ?? around.householdKey(foldName(name), foldName(address))
  const same = (one: StateHousehold) =>
    one.externalId === externalId || (one.externalId === null && foldName(one.name) === foldName(name))
  if (state.households.some(same)) return
  const household = { externalId, name, role: said.role ?? 'adult', isPrimary: said.isPrimary }
  state.households.push(household)
  state.change.households.push(household)
}

function addFact({ custom, change }: PersonState, fact: ImportedFact, rule: ColumnRule): void {
  const had = custom[fact.fieldId]
  const same = JSON.stringify(had) === JSON.stringify(fact.answer)
  if (same || rule === 'never' || (rule === 'fill' && had !== undefined)) return
  custom[fact.fieldId] = fact.answer
  change.custom = [...change.custom.filter(({ fieldId }) => fieldId !== fact.fieldId), fact]
}

function addNote({ notes, change }: PersonState, body: string): void {
  if (notes.has(body)) return
  notes.add(body)
  change.notes.push(body)
}
