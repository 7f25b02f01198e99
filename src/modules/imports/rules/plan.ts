import { type DuplicateReason, type Identity, matchPerson } from '#people/rules/match.ts'
import { firstNameLikeness, lastNameLikeness } from '#people/rules/names.ts'
import { type Around, addLabels, applyRow, newState } from './apply.ts'
import type { Book } from './book.ts'
import { type ImportCounts, noCounts, type RuleOf } from './options.ts'
import type { ParsedRow } from './parsing.ts'
import type { ImportedConsent, ImportedPerson, ImportedSuppression } from './person.ts'
import { rowKey } from './row-key.ts'
import { isChanged, type Known, knownOf, nameKey, type PersonState } from './state.ts'

export interface Planning extends Around {
  ruleOf: RuleOf
  known: 'update' | 'leave'
  labels: { tags: string[]; groups: string[] }
  /** People stored already and those of earlier rows; the first that knows someone counts. */
  books: readonly Book[]
  /** Ids for new people, in the order in which they will be listed. */
  newId: () => string
}

export interface PossibleDuplicate {
  personId: string
  otherId: string
  score: number
  reason: DuplicateReason
}

/** What became of a row; rows with errors have none. */
export interface PlannedRow {
  row: number
  key: string
  personId: string
  outcome: 'created' | 'updated' | 'unchanged' | 'repeated' | 'skipped'
  leadStage: ImportedPerson['leadStage']
}

export interface Plan {
  /** New people and known ones that change, in the order of the file. */
  people: PersonState[]
  rows: PlannedRow[]
  duplicates: PossibleDuplicate[]
  suppressions: (ImportedSuppression & { row: number })[]
  /** What rows say of opting in, for people who were not left as they are. */
  consents: (ImportedConsent & { personId: string })[]
  counts: ImportCounts
}

/** Says what a batch of rows does, without doing it; `own` is the book in which new people are recorded. */
export function planRows(rows: readonly ParsedRow[], planning: Planning, own: Book): Plan {
  const plan: Plan = { people: [], rows: [], duplicates: [], suppressions: [], consents: [], counts: noCounts() }
  for (const row of rows) {
    plan.suppressions.push(...row.suppressions.map(one => ({ ...one, row: row.row })))
    if (row.errors.length > 0) plan.counts.errors++
    else planRow(row, planning, own, plan)
  }
  plan.people = [...new Set(plan.people)].filter(state => state.version === 0 || isChanged(state.change))
  return plan
}

function planRow(row: ParsedRow, planning: Planning, own: Book, plan: Plan): void {
  const key = rowKey(row.person)
  const { known, duplicates } = find(row, key, planning.books)
  const done = known ? bring(row, known, planning, plan) : create(row, planning, own, key, plan)
  if (known) own.also(renewed(known, row.person), key)
  plan.rows.push({ row: row.row, key, leadStage: row.person.leadStage, ...done })
  plan.counts[done.outcome]++
  if (done.outcome !== 'skipped') plan.consents.push(...row.consents.map(one => ({ ...one, personId: done.personId })))
  if (known || duplicates.length === 0) return
  plan.counts.duplicates++
  plan.duplicates.push(...duplicates.slice(0, 3).map(one => ({ ...one, personId: done.personId })))
}

/** Later rows find them by what this one has added. */
function renewed(known: Known, { emails, phones }: ImportedPerson): Known {
  if (known.state) return Object.assign(known, knownOf(known.state))
  known.emails = [...new Set([...known.emails, ...emails.map(({ address }) => address)])]
  known.phones = [...new Set([...known.phones, ...numbersOf(phones)])]
  return known
}

type Done = Pick<PlannedRow, 'personId' | 'outcome'>

function bring(row: ParsedRow, known: Known, planning: Planning, plan: Plan): Done {
  const { id, state } = known
  if (!state)
    return { personId: id, outcome: known.touched ? 'repeated' : planning.known === 'leave' ? 'skipped' : 'unchanged' }
  if (planning.known === 'leave' && !state.touched) {
    refuse(row, state, plan)
    return { personId: id, outcome: 'skipped' }
  }
  const { person } = row
  const number = person.externalId
  const isOthers =
    number !== null && planning.books.some(book => ![undefined, id].includes(book.byExternalId(number)?.id))
  const clash = isOthers || (number && state.fields.externalId && number !== state.fields.externalId)
  applyRow(state, clash ? { ...person, externalId: null } : person, planning.ruleOf, planning)
  addLabels(state, planning.labels)
  refuse(row, state, plan)
  plan.people.push(state)
  const repeated = state.touched
  state.touched ||= isChanged(state.change)
  return { personId: id, outcome: repeated ? 'repeated' : isChanged(state.change) ? 'updated' : 'unchanged' }
}

function create(row: ParsedRow, planning: Planning, own: Book, key: string, plan: Plan): Done {
  const { person } = row
  const taken = person.externalId !== null && planning.books.some(book => book.byExternalId(person.externalId!))
  const said = taken ? { ...person, externalId: null } : person
  const state = newState(planning.newId(), said, row.fingerprint, planning)
  addLabels(state, planning.labels)
  state.touched = true
  refuse(row, state, plan)
  own.add(knownOf(state), [key])
  plan.people.push(state)
  return { personId: state.id, outcome: 'created' }
}

/** Do-not-contact holds for every address and number that is known of the person. */
function refuse({ person, row }: ParsedRow, state: PersonState, plan: Plan): void {
  if (!person.doNotContact) return
  for (const { valueNorm } of state.points)
    plan.suppressions.push({ row, channel: 'all', value: valueNorm, reason: 'dnc' })
}

type Doubt = Omit<PossibleDuplicate, 'personId'>

/** Who is meant: the old system's number, the same row of an earlier import, then the rule about names and addresses. */
function find(row: ParsedRow, key: string, books: readonly Book[]): { known: Known | null; duplicates: Doubt[] } {
  const { person, fingerprint } = row
  const first = (look: (book: Book) => Known | undefined) => books.map(look).find(found => found !== undefined) ?? null
  const id = person.externalId
  const numbered = id ? first(book => book.byExternalId(id)) : null
  if (numbered && !firstDiffers(person, numbered)) return { known: numbered, duplicates: [] }
  const repeated = first(book => book.byRowKey(key)) ?? (fingerprint ? first(book => book.byRowKey(fingerprint)) : null)
  if (repeated) return { known: repeated, duplicates: [] }
  // With another first name in the same file the number is a household's, and theirs are people of their own.
  if (numbered && !isOfThisFile(numbered) && mayBeSame(person, numbered)) return { known: numbered, duplicates: [] }
  return byContact(person, books)
}

const isOfThisFile = ({ state, touched }: Known) => state?.touched ?? touched

const firstDiffers = ({ firstName }: ImportedPerson, { first }: Known): boolean =>
  Boolean(firstName && first && firstNameLikeness(firstName, first) === 'different')

/** Numbers of two lists may be equal by chance: with first and last name both different it's someone else. */
function mayBeSame(person: ImportedPerson, known: Known): boolean {
  const { lastName } = person
  const lastDiffers = lastName && known.last && lastNameLikeness(lastName, known.last) === 'different'
  return !(firstDiffers(person, known) && (lastDiffers || !lastName || !known.last))
}

const numbersOf = (phones: ImportedPerson['phones']) =>
  phones.map(({ number }) => number).filter(number => number !== null)

const valuesOf = ({ emails, phones }: ImportedPerson): string[] => [
  ...emails.map(({ address }) => address),
  ...numbersOf(phones),
]

function byContact(person: ImportedPerson, books: readonly Book[]): { known: Known | null; duplicates: Doubt[] } {
  const values = valuesOf(person)
  if (values.length === 0) return { known: null, duplicates: [] }
  const key = nameKey(person.firstName, person.lastName, person.nickName)
  // The first book that knows someone counts, so it comes last.
  const found = books.toReversed().flatMap(book => book.sharing(values, key))
  const all = new Map(found.map(known => [known.id, known]))
  const [others, rivals] = split([...all.values()], known => !isRival(person, known))
  const incoming: Identity = {
    first: person.firstName,
    last: person.lastName,
    nick: person.nickName,
    emails: person.emails.map(({ address }) => address),
    phones: numbersOf(person.phones),
    birthDate: person.birthDate,
  }
  const match = matchPerson(incoming, others)
  if (match.kind === 'attach') return { known: all.get(match.id)!, duplicates: [] }
  if (match.kind === 'duplicate') return { known: null, duplicates: doubts(match.ids, match) }
  const rival = matchPerson(incoming, rivals)
  if (rival.kind === 'new') return { known: null, duplicates: [] }
  const ids = rival.kind === 'attach' ? [rival.id] : rival.ids
  return { known: null, duplicates: doubts(ids, { score: 0.7, reason: 'several_share_contact' }) }
}

const doubts = (ids: readonly string[], { score, reason }: Pick<Doubt, 'score' | 'reason'>): Doubt[] =>
  ids.map(otherId => ({ otherId, score, reason }))

/** The old system kept the two apart, by numbers of its own. */
function isRival({ externalId }: ImportedPerson, known: Known): boolean {
  if (!externalId || !known.externalId) return false
  const system = (id: string) => id.slice(0, id.indexOf(':') + 1)
  return externalId !== known.externalId && system(externalId) === system(known.externalId)
}

const split = <T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] => [
  items.filter(test),
  items.filter(item => !test(item)),
]
