import { readAnswer } from '#people/fields/rules/answer.ts'
import { type CustomAnswer, type CustomField, type CustomType, isList } from '#people/fields/rules/types.ts'
import { countryOrder, readZonedDate } from '#people/rules/dates.ts'
import { foldName } from '#people/rules/names.ts'
import { type Draft, type Entry, shown, splitList } from './draft.ts'
import { saysNothing, yesOrNo } from './values.ts'

/** A fact of the church's own that a row tells. */
export interface ImportedFact {
  fieldId: string
  type: CustomType
  answer: CustomAnswer
}

/** What the columns of the church's own fields say; undefined where they say nothing, so that other rows' keys stay. */
export function readFacts(draft: Draft): ImportedFact[] | undefined {
  const found = new Map<string, ImportedFact>()
  for (const entry of draft.of('custom')) {
    const field = draft.options.custom?.find(({ id }) => id === entry.column.custom)
    if (!field || found.has(field.id) || saysNothing(entry.value)) continue
    const answer = factOf(draft, entry, field)
    if (answer !== null) found.set(field.id, { fieldId: field.id, type: field.type, answer })
  }
  return found.size > 0 ? [...found.values()] : undefined
}

function factOf(draft: Draft, entry: Entry, field: CustomField): CustomAnswer | null {
  if (field.type === 'date') return dayOf(draft, entry, field)
  if (isList(field.type)) return chosen(draft, entry, field)
  const said =
    field.type === 'yesno' ? yesOrNo(entry.value) : field.type === 'number' ? plainNumber(entry.value) : entry.value
  const read = said === null ? { problem: 'x' } : readAnswer(field, said)
  if (read.problem === undefined) return read.answer
  if (field.type === 'text' || field.type === 'long')
    draft.fail(entry, `“${entry.column.header}” is too long for the field “${field.label}”.`)
  else unread(draft, entry, field, field.type === 'number' ? 'is not a number' : 'is not yes or no')
  return null
}

/** "1,200.50" and "1.200,50" are the same number; "12,5" has a decimal comma. */
function plainNumber(text: string): string {
  const bare = text.replace(/[\s'’$€£]/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '')
  return /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare) && bare.includes(',') ? bare.replaceAll('.', '') : bare
}

/** What can't be read is kept among the notes, which everyone reads: of a private field it is an error instead. */
function unread(draft: Draft, entry: Entry, field: CustomField, why: string): void {
  const where = `${shown(entry.value)} in “${entry.column.header}” ${why}.`
  if (field.isPrivate) {
    draft.fail(entry, `The value of “${entry.column.header}” ${why}.`)
    return
  }
  draft.warn(entry, `${where} It was saved as a note.`)
  draft.keep(entry)
}

function dayOf(draft: Draft, entry: Entry, field: CustomField): string | null {
  const { dateOrder, country, today, timeZone } = draft.options
  const order = dateOrder[entry.column.column] ?? countryOrder(country)
  const reading = readZonedDate(entry.value, order, today, { timeZone, midnightIsDay: true })
  if (reading.kind === 'impossible') unread(draft, entry, field, 'is not a valid date')
  if (reading.kind === 'date' && reading.date.year !== null) {
    const { year, month, day } = reading.date
    return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  }
  if (reading.kind === 'unreadable' || reading.kind === 'date')
    unread(draft, entry, field, 'could not be read as a date with a year')
  return null
}

/** By the words of the answers, or by their ids, which our own export has. */
function chosen(draft: Draft, entry: Entry, field: CustomField): CustomAnswer | null {
  const idOf = (words: string) =>
    field.options.find(({ id, label }) => foldName(label) === foldName(words) || id === words.toLowerCase())?.id
  const whole = idOf(entry.value)
  const several = field.type === 'choices'
  const ids = whole ? [whole] : several ? splitList(entry.value).map(words => idOf(words) ?? null) : [null]
  if (ids.includes(null)) unread(draft, entry, field, `is not one of the answers of “${field.label}”`)
  const known = ids.filter(id => id !== null)
  if (known.length === 0) return null
  return several ? field.options.filter(({ id }) => known.includes(id)).map(({ id }) => id) : known[0]!
}
