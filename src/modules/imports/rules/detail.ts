import { cellOf } from '#people/fields/rules/answer.ts'
import type { CustomField } from '#people/fields/rules/types.ts'
import { partialDateText } from '#people/rules/birthday.ts'
import { readDate, readZonedDate } from '#people/rules/dates.ts'
import { displayName } from '#people/rules/names.ts'
import type { RowOptions } from './draft.ts'
import { dateFields, type Product } from './fields.ts'
import { mappingProblem } from './mapping.ts'
import type { ImportOptions, ImportState, MappedColumn } from './options.ts'
import { parsedRow } from './parsed-row.ts'
import { type Analysis, orders } from './parsing.ts'
import type { ReadRow } from './person.ts'
import { remarksOn } from './remarks.ts'
import type { RowProblems } from './row-problems.ts'

interface Stored {
  state: ImportState
  analysis: Analysis | null
  mapping: MappedColumn[]
  options: ImportOptions
  product: string | null
  mappedAs: Date | null
  rowProblems: RowProblems | null
}
interface Church {
  country: string
  /** "2026-05-17" */
  today: string
  timeZone: string
  /** The church's own fields. */
  custom: readonly CustomField[]
}

/** How each row is read: what was found, and what someone chose. */
export const rowOptionsOf = ({ analysis, options, product }: Stored, church: Church): RowOptions => ({
  ...church,
  product: (product ?? 'other') as Product,
  dateOrder: { ...orders(analysis?.dates ?? []), ...options.dateOrder },
})

/** What the screen shows of a file, with its first rows as they will be read. */
export function detailOf(stored: Stored, church: Church) {
  const { analysis, mapping } = stored
  const { format: _, ...options } = stored.options
  return {
    encoding: analysis?.format.encoding.label ?? null,
    delimiter: analysis?.format.delimiter ?? null,
    hasHeader: analysis?.hasHeader ?? true,
    cards: analysis?.format.cards !== undefined,
    remarks: analysis ? remarksOn({ ...analysis, columns: mapping }) : [],
    dates: analysis ? datesOf(stored, analysis, church) : [],
    columns: mapping.map(({ column, header, field, kind, rule, by, custom }) => ({
      column,
      header,
      field,
      kind,
      rule,
      custom: custom ?? null,
      unknown: by === 'nothing',
      samples: analysis?.samples[column] ?? [],
    })),
    // Asked for several times a second while an import runs, when nobody looks at it.
    preview: analysis && previewed.has(stored.state) ? previewOf(stored, analysis, church) : [],
    options: { ...options, dateOrder: { ...options.dateOrder } },
    mappedAs: stored.mappedAs,
    rowProblems: stored.rowProblems,
    mappingProblem: mappingProblem(mapping),
  }
}

const previewed: ReadonlySet<ImportState> = new Set<ImportState>(['ready', 'checked'])

function datesOf(stored: Stored, analysis: Analysis, { today, timeZone, custom }: Church) {
  const isDay = (id: string | null | undefined) => custom.find(field => field.id === id)?.type === 'date'
  const mapped = new Map(
    stored.mapping
      .filter(one => dateFields.has(one.field) || (one.field === 'custom' && isDay(one.custom)))
      .map(({ column, header }) => [column, header]),
  )
  return analysis.dates
    .filter(({ column, certain, examples }) => mapped.has(column) && (!certain || examples.some(isOpen)))
    .map(({ column, order, certain, examples }) => {
      const chosen = stored.options.dateOrder[column]
      const read = (written: string) => {
        const reading = readZonedDate(written, chosen ?? order, today, { timeZone, midnightIsDay: true })
        return reading.kind === 'date' ? partialDateText(reading.date) : ''
      }
      return {
        column,
        header: mapped.get(column)!,
        order: chosen ?? order,
        certain: certain || chosen !== undefined,
        examples: examples.map(({ written }) => ({ written, read: read(written) })),
      }
    })
}

/** 03/04 is another day in the other order; 1980-04-03 is not. */
function isOpen({ written }: { written: string }): boolean {
  const days = (['mdy', 'dmy'] as const).map(order => readDate(written, order, '2026-01-01'))
  return JSON.stringify(days[0]) !== JSON.stringify(days[1])
}

function previewOf(stored: Stored, analysis: Analysis, church: Church) {
  const options = rowOptionsOf(stored, church)
  return analysis.preview.map(({ cells }, i) => {
    const record = { cells, line: i + 1, problem: null }
    return shownRow(i, parsedRow(record, i, stored.mapping, options, analysis.format.width), church.custom)
  })
}

function shownRow(row: number, { person, suppressions, warnings, errors }: ReadRow, custom: readonly CustomField[]) {
  const home = person.addresses[0]
  return {
    row,
    name: displayName({ first: person.firstName, last: person.lastName, nick: person.nickName }) ?? '',
    emails: person.emails.map(({ written }) => written),
    phones: person.phones.map(({ written }) => written),
    birthDate: person.birthDate && partialDateText(person.birthDate),
    address: home ? [home.street, home.city, home.region, home.postalCode].filter(Boolean).join(', ') : '',
    membership: person.membershipStatus,
    labels: [...person.tags, ...person.groups],
    household: person.household?.name ?? null,
    notes: person.notes,
    timeZone: person.timeZone,
    facts: (person.custom ?? []).flatMap(({ fieldId, answer }) => {
      const field = custom.find(({ id }) => id === fieldId)
      return field ? [`${field.label}: ${cellOf(field, answer)}`] : []
    }),
    refuses: [...new Set(suppressions.map(({ channel }) => channel))],
    warnings,
    errors,
  }
}
