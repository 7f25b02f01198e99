import { z } from 'zod'
import { ById, Flag, Id, Instant, line, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { Stage } from '#leads/contract.ts'
import { delimiters } from './rules/delimiter.ts'
import { type Field, fields, kinds, products } from './rules/fields.ts'
import { encodingNames } from './rules/formats.ts'
import { columnRules, importStates } from './rules/options.ts'

const number = z.number().int()
const Counts = z.object({
  created: number,
  updated: number,
  unchanged: number,
  repeated: number,
  duplicates: number,
  skipped: number,
  errors: number,
  suppressed: number,
  /** People whose consent was recorded, and rows that opted in without a number or an email address. */
  consented: number.default(0),
  withoutNumber: number.default(0),
  withoutAddress: number.default(0),
})

export const Import = z.object({
  id: Id,
  fileId: Id,
  /** The file's name. */
  name: z.string(),
  state: z.enum(importStates),
  product: z.enum(products).nullable(),
  rows: number,
  rowsDone: number,
  /** What the check said; null before. */
  checked: Counts.nullable(),
  /** What the import did so far; null before. */
  counts: Counts.nullable(),
  /** Why it stands still, in a sentence. */
  problem: z.string().nullable(),
  /** The rows that could not be read, with the reason, as CSV: see GET /storage/v1/files/{id}. */
  errorFileId: Id.nullable(),
  createdBy: Id.nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** Until then it can be undone. */
  undoableUntil: Instant.nullable(),
  version: Version,
})
export type Import = z.infer<typeof Import>

const field = z.enum(Object.keys(fields) as [Field, ...Field[]])
const DateOrder = z.enum(['mdy', 'dmy', 'ymd'])

export const ImportColumn = z.object({
  /** Position in the file, from 0. */
  column: number,
  header: z.string(),
  field,
  kind: z.enum(kinds).nullable(),
  rule: z.enum(columnRules),
  /** Which of the church's own fields, where it is one. */
  custom: Id.nullable(),
  /** Nobody knows what this column is. */
  unknown: z.boolean(),
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const Message = z.object({ column: z.string().nullable(), text: z.string() })
export const PreviewRow = z.object({
  row: number,
  name: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  birthDate: z.string().nullable(),
  address: z.string(),
  membership: z.string().nullable(),
  timeZone: z.string().nullable(),
  labels: z.array(z.string()),
  household: z.string().nullable(),
  notes: z.string().nullable(),
  /** Facts of the church's own: "T-shirt size: Large". */
  facts: z.array(z.string()),
  /** Ways on which the row says no. */
  refuses: z.array(z.string()),
  warnings: z.array(Message),
  errors: z.array(Message),
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const ImportSettings = z.object({
  /** By the column's position. */
  dateOrder: z.record(z.string().regex(/^\d{1,3}$/), DateOrder),
  known: z.enum(['update', 'leave']),
  groupId: Id.nullable(),
  newGroupName: line(80).nullable(),
  tagIds: z.array(Id).max(50),
  putOnBoard: z.boolean(),
  stage: Stage,
  /** Records consent of those whose row says that they opted in; needs the permission to do so. */
  consent: z
    .object({
      topic: line(100).pipe(z.string().min(1)),
      how: line(500).pipe(z.string().min(1, 'Please say how they consented')),
    })
    .nullable()
    .optional(),
})

export const ImportDetail = Import.extend({
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  hasHeader: z.boolean(),
  /** A file of vCards: its rows are cards, and nothing separates columns. */
  cards: z.boolean(),
  remarks: z.array(z.string()),
  /** What the check noted about single rows, the first 50 of them; null before it. `leftOut`: nobody comes of it. */
  rowProblems: z
    .object({
      rows: number,
      first: z.array(z.object({ line: number, leftOut: z.boolean(), texts: z.array(z.string()) })),
    })
    .nullable(),
  dates: z.array(
    z.object({
      column: number,
      header: z.string(),
      order: DateOrder,
      certain: z.boolean(),
      examples: z.array(z.object({ written: z.string(), read: z.string() })),
    }),
  ),
  columns: z.array(ImportColumn),
  preview: z.array(PreviewRow),
  options: ImportSettings,
  /** When the file was brought in whose headers are the same, and whose mapping this one began with. */
  mappedAs: Instant.nullable(),
  /** A sentence where this mapping can't make people. */
  mappingProblem: z.string().nullable(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

export const ImportChange = z.object({
  id: Id,
  version: Version,
  /** Columns that change; the others stay as they are. */
  mapping: z
    .array(
      z.object({
        column: z.number().int().min(0).max(500),
        field: field.optional(),
        kind: z.enum(kinds).nullable().optional(),
        /** Which of the church's own fields: goes with `field: 'custom'`. */
        custom: Id.nullable().optional(),
        rule: z.enum(columnRules).optional(),
      }),
    )
    .max(500)
    .optional(),
  options: ImportSettings.partial().optional(),
  /** Reads the file anew, and proposes a mapping anew. */
  format: z
    .object({ encoding: z.enum(encodingNames).nullable(), delimiter: z.enum(delimiters).nullable() })
    .partial()
    .optional(),
})
export type ImportChange = z.infer<typeof ImportChange>

export const NOT_NOW = { NOT_NOW: { status: 409, message: 'You can’t do this with the import right now.' } } as const

export const imports = resource(
  '/imports',
  {
    list: member('people.write')
      .input(Page.extend({ failed: Flag.optional() }))
      .output(pageOf(Import)),
    get: member('people.write').input(ById).output(ImportDetail),
    /** Takes an uploaded file (POST /storage/v1/uploads?purpose=import) and looks at it. */
    create: member('people.write')
      .input(z.object({ fileId: Id }))
      .output(Import),
    update: member('people.write').input(ImportChange).output(ImportDetail).errors(NOT_NOW),
    /** Says what an import would do, and does nothing. */
    check: member('people.write').input(ById).output(Import).errors(NOT_NOW),
    /** Imports what was checked, or goes on where it stopped. */
    run: member('people.write').input(ById).output(Import).errors(NOT_NOW),
    /** Stops; what is done stays. */
    cancel: member('people.write').input(ById).output(Import).errors(NOT_NOW),
    /** Takes the new people out again, for 30 days, except those with whom someone has worked since. */
    undo: member('people.write').input(ById).output(Import).errors(NOT_NOW),
    /** Forgets an import that did nothing, and its file. */
    remove: member('people.write').input(ById).output(Nothing).errors(NOT_NOW),
  },
  {
    list: 'List imports',
    get: 'Get an import',
    create: 'Start an import from an uploaded file',
    update: 'Update the settings of an import',
    check: 'Preview what an import would do',
    run: 'Run an import',
    cancel: 'Cancel an import',
    undo: 'Undo an import',
    remove: 'Delete an import',
  },
)
