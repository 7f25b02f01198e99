import type { DateOrder } from '#people/rules/dates.ts'
import type { RowOptions } from './draft.ts'
import type { DecodeReport, Encoding } from './encoding.ts'
import type { Column, Mapping } from './fields.ts'
import type { Proposal } from './mapping.ts'
import type { ReadRow } from './person.ts'

/** How many rows of people one import takes. */
export const maxRows = 100_000
/** Lines that a look at a file reads, blank ones included: thirty megabytes of line breaks say nothing more after these. */
export const maxLines = 400_000

/** For the workers: without them, V8 lets a worker's heap grow by hundreds of megabytes before it collects. */
export const workerLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 96 }
/** A check has the names and addresses of a whole file in mind. */
export const checkLimits = { ...workerLimits, maxOldGenerationSizeMb: 192 }

/** What makes rows of a file: found by the analysis, and given to the parser unchanged. */
export interface FileFormat {
  encoding: Encoding
  delimiter: string
  /** Records before the first person: titles, blank lines, the header. */
  skip: number
  /** Columns of the table. */
  width: number
  /** Of a file of vCards, the columns that its cards fill: see card-columns.ts. */
  cards?: readonly string[]
}

export interface AnalyseInput {
  work: 'analyse'
  path: string
  country: string
  today: string
  timeZone?: string
  /** What someone knows better than we can tell. */
  given?: { encoding?: string | null; delimiter?: string | null }
}

export interface DateColumn {
  column: number
  order: DateOrder
  /** False where both orders fit, so that someone has to look. */
  certain: boolean
  /** Some values as the file has them, and the same day read in that order ("1975-03-04"). */
  examples: { written: string; read: string }[]
}

/** What the first look at a file found. Everything may be changed before the import. */
export interface Analysis extends Proposal {
  format: FileFormat
  hasHeader: boolean
  /** Exact number of rows with something in them. */
  rows: number
  bytes: number
  dates: DateColumn[]
  /** Some values of each column. */
  samples: string[][]
  /** The first 20 rows, as the file has them and as we read them. */
  preview: { cells: string[]; read: ReadRow }[]
  report: DecodeReport
  /** Sentences for the screen: what was fixed, what to check. */
  remarks: string[]
}

/** A refusal is a sentence about the whole file; nothing of it can be imported. */
export type AnalyseResult = { kind: 'analysis'; analysis: Analysis } | { kind: 'refused'; sentence: string }

export interface ParseInput {
  path: string
  format: FileFormat
  mapping: Mapping
  options: RowOptions
  /** Rows of people that were done before, to take up an import where it stopped. */
  from: number
}

/** `row` counts the people from 0, `line` the file's lines from 1; `cells` are there where the row has errors. */
export interface ParsedRow extends ReadRow {
  row: number
  line: number
  cells: string[] | null
}

/** Position of each column with dates, for the rows' options. */
export const orders = (dates: readonly DateColumn[]): Record<number, DateOrder> =>
  Object.fromEntries(dates.map(({ column, order }) => [column, order]))

export const headersOf = (columns: readonly Column[]): string[] => columns.map(column => column.header)
