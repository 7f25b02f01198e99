import type { CustomField } from '#people/fields/rules/types.ts'
import type { DateOrder } from '#people/rules/dates.ts'
import { foldName } from '#people/rules/names.ts'
import { cellText } from './cell-text.ts'
import type { Column, Field, Mapping, Product } from './fields.ts'
import { headerPhrase } from './header-words.ts'
import type { RowMessage } from './person.ts'

/** How long a name or another short text may be, and a note, in characters. */
export const limits = { text: 200, note: 10_000 } as const

export interface RowOptions {
  /** ISO alpha-2: how numbers without a country code and dates that could be read both ways are meant. */
  country: string
  /** The church's day, "2026-05-17". */
  today: string
  /** The church's zone, for times that name another. */
  timeZone?: string
  product: Product
  /** Order of day and month for each date column, by its position. */
  dateOrder: Readonly<Record<number, DateOrder>>
  /** The church's own fields. */
  custom?: readonly CustomField[]
}

export interface Entry {
  column: Column
  value: string
}

/** One row on its way to a person: its values by field, and what there is to say about them. */
export interface Draft {
  of(field: Field): readonly Entry[]
  /** The first value of a field that takes one. */
  one(field: Field): Entry | null
  warn(entry: Entry, text: string): void
  fail(entry: Entry, text: string): void
  /** Puts what has no place of its own among the notes. */
  keep(entry: Entry): void
  notes: string[]
  warnings: RowMessage[]
  errors: RowMessage[]
  options: RowOptions
}

const noteHeaders =
  /^(notes?|comments?|remarks?|description|message|notiz(en)?|bemerkung(en)?|anmerkung(en)?|kommentare?|notas?|comentarios?|observaciones)$/
const long = new Set<Field>(['notes', 'tags', 'groups', 'address', 'custom'])
const none: readonly Entry[] = []

export function draftOf(cells: readonly string[], mapping: Mapping, options: RowOptions): Draft {
  const values = new Map<Field, Entry[]>()
  const draft = emptyDraft(values, options)
  for (const column of mapping) {
    const raw = column.field === 'ignore' ? undefined : cells[column.column]
    const value = raw ? tidy(raw, column.field) : ''
    if (!value || !fits(draft, { column, value })) continue
    const entries = values.get(column.field)
    if (entries) entries.push({ column, value })
    else values.set(column.field, [{ column, value }])
  }
  return draft
}

function emptyDraft(values: Map<Field, Entry[]>, options: RowOptions): Draft {
  const [notes, warnings, errors]: [string[], RowMessage[], RowMessage[]] = [[], [], []]
  return {
    of: field => values.get(field) ?? none,
    one: field => values.get(field)?.[0] ?? null,
    warn: ({ column }, text) => warnings.push({ column: column.header, text }),
    fail: ({ column }, text) => errors.push({ column: column.header, text }),
    keep: entry => notes.push(noteOf(entry, values.get('noteLabel') ?? none)),
    notes,
    warnings,
    errors,
    options,
  }
}

/** "Allergies: peanuts"; what stands under "Notes" needs no name before it. */
function noteOf({ column, value }: Entry, labels: readonly Entry[]): string {
  if (noteHeaders.test(headerPhrase(column.header))) return value
  const label = column.group && labels.find(entry => entry.column.group === column.group)?.value
  return `${label || column.header}: ${value}`
}

/** What no program shows, and what turns the order of what stands behind it around. Joiners stay: scripts need them. */
const unseen = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g

/** Trims, drops control characters and removes the apostrophe of our own export. Formulas stay text. */
function tidy(raw: string, field: Field): string {
  const text = cellText(raw).normalize('NFC').replace(unseen, '')
  if (long.has(field))
    return text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim()
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

function fits(draft: Draft, entry: Entry): boolean {
  const limit = long.has(entry.column.field) ? limits.note : limits.text
  if (entry.value.length <= limit) return true
  const length = [...entry.value].length
  if (length <= limit) return true
  draft.fail(entry, `“${entry.column.header}” has ${format(length)} characters. The limit is ${format(limit)}.`)
  return false
}

const format = (count: number) => count.toLocaleString('en-US')

/** For sentences: long values are shortened. */
export const shown = (value: string): string =>
  `“${value.length > 60 ? `${[...value].slice(0, 57).join('')}…` : value}”`

/** "Choir; Youth ::: Welcome team" are three; quotes keep a comma inside. Doubles and system labels ("* myContacts") go. */
export function splitList(value: string): string[] {
  const parts =
    value
      .match(/"(?:[^"]|"")*"|[^;,\n"]+/g)
      ?.flatMap(part => (part.startsWith('"') ? [part.slice(1, -1)] : part.split(':::'))) ?? []
  const names = parts.map(part => part.trim()).filter(part => part && !part.startsWith('*'))
  const seen = new Set<string>()
  return names.filter(name => !seen.has(foldName(name)) && seen.add(foldName(name)))
}
