import type { stages } from '#leads/rules/stages.ts'
import type { DateOrder } from '#people/rules/dates.ts'
import type { Column, Field } from './fields.ts'

export const importStates = [
  'analysing',
  'ready',
  'checking',
  'checked',
  'running',
  'completed',
  'failed',
  'cancelled',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** In these someone works on it. */
export const busyStates: readonly ImportState[] = ['analysing', 'checking', 'running']

/** What a column's value does to a person who is known: fills a gap, replaces what is there, or nothing. */
export const columnRules = ['fill', 'overwrite', 'never'] as const
export type ColumnRule = (typeof columnRules)[number]
export type MappedColumn = Column & { rule: ColumnRule }

export const columnRuleTexts: Record<ColumnRule, string> = {
  fill: 'Fill in what’s missing',
  overwrite: 'Replace',
  never: 'New people only',
}

export interface ImportOptions {
  /** Order of day and month that someone chose, by the column's position. */
  dateOrder: Record<number, DateOrder>
  /** What happens to people who are known already. */
  known: 'update' | 'leave'
  groupId: string | null
  /** A group that is made when the import runs. */
  newGroupName: string | null
  tagIds: string[]
  /** Puts the new people on the board, in this stage unless their row names one. */
  putOnBoard: boolean
  stage: (typeof stages)[number]
  /** How those whose row says so opted in, and to which topic; null: no consent is recorded. */
  consent?: { topic: string; how: string } | null
  /** Encoding and delimiter that someone chose; null where we tell. */
  format: { encoding: string | null; delimiter: string | null }
}

export const defaultOptions: ImportOptions = {
  dateOrder: {},
  known: 'update',
  groupId: null,
  newGroupName: null,
  tagIds: [],
  putOnBoard: false,
  stage: 'new',
  consent: null,
  format: { encoding: null, delimiter: null },
}

/** How many rows came to what. */
export interface ImportCounts {
  /** New people, `duplicates` among them. */
  created: number
  updated: number
  /** Known people about whom the row says nothing new. */
  unchanged: number
  /** Rows about someone whom an earlier row of the same file has made or changed. */
  repeated: number
  /** New people who may be there already, by another name. */
  duplicates: number
  /** Known people who were left as they are because that was wished. */
  skipped: number
  errors: number
  /** Addresses and numbers that will not be written to from now on. */
  suppressed: number
  /** People whose consent was recorded. */
  consented: number
  /** Opted in by their row, which has no number or no email address for it. */
  withoutNumber: number
  withoutAddress: number
}

export const noCounts = (): ImportCounts => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  duplicates: 0,
  skipped: 0,
  errors: 0,
  suppressed: 0,
  consented: 0,
  withoutNumber: 0,
  withoutAddress: 0,
})

/** Either may have been stored before a kind of count was known. */
export const addCounts = (a: Partial<ImportCounts>, b: Partial<ImportCounts>): ImportCounts =>
  Object.fromEntries(
    (Object.keys(noCounts()) as (keyof ImportCounts)[]).map(name => [name, (a[name] ?? 0) + (b[name] ?? 0)]),
  ) as never

/** The rule of the first column that holds one of these fields; a gap is filled where none does. */
export function ruleFinder(columns: readonly MappedColumn[]) {
  const rules = new Map<string, ColumnRule>()
  for (const { field, custom, rule } of columns) {
    const name = field === 'custom' ? `custom:${custom}` : field
    if (!rules.has(name)) rules.set(name, rule)
  }
  return (...fields: (Field | `custom:${string}`)[]): ColumnRule =>
    fields.map(field => rules.get(field)).find(rule => rule !== undefined) ?? 'fill'
}
export type RuleOf = ReturnType<typeof ruleFinder>
