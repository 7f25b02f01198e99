import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, snakeCase, text, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { declarePolicy } from '#kernel/table-policies.ts'
import { clientPolicies, clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { type ImportCounts, type ImportOptions, importStates, type MappedColumn } from './rules/options.ts'
import type { Analysis } from './rules/parsing.ts'
import type { RowProblems } from './rules/row-problems.ts'

/** A file of people on its way in. */
export const imports = clientTable(
  'imports',
  {
    fileId: uuid().notNull(),
    /** The file's name. */
    name: text().notNull(),
    state: text({ enum: importStates }).notNull(),
    /** Which program wrote the file. */
    product: text(),
    /** What the first look found; columns as they are mapped now stand in `mapping`. */
    analysis: jsonb().$type<Analysis>(),
    mapping: jsonb().$type<MappedColumn[]>().notNull().default([]),
    /** When the import was made whose mapping this one began with: its headers were the same. */
    mappedAs: instant(),
    options: jsonb().$type<ImportOptions>().notNull(),
    rows: integer().notNull().default(0),
    /** Rows looked at by the check or done by the import. */
    rowsDone: integer().notNull().default(0),
    /** Where the import goes on: everything before it is done, in the same transaction that says so. */
    nextRow: integer().notNull().default(0),
    /** What the check said. */
    checked: jsonb().$type<ImportCounts>(),
    counts: jsonb().$type<ImportCounts>(),
    /** What the check noted about single rows. */
    rowProblems: jsonb().$type<RowProblems>(),
    /** Why it stands still, in a sentence. */
    problem: text(),
    errorFileId: uuid(),
    /** Which job works on it: one that was taken for dead writes nothing more. */
    runner: text(),
    createdBy: uuid(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  { audit: { noun: ['an import', 'imports'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('imports_newest').on(t.clientId, t.id),
    index('imports_of_file').on(t.clientId, t.fileId),
    inClient('imports_file', t, t.fileId, files, 'restrict'),
  ],
)

/** Which person a row of a file became: the same row imported again finds them, and undoing knows what to undo. */
export const importRows = snakeCase.table(
  'import_rows',
  {
    clientId: uuid().notNull().default(sql`cast(current_setting('app.client_id') as uuid)`),
    importId: uuid().notNull(),
    /** Counts the people of the file from 0. */
    row: integer().notNull(),
    /** What the row says, as a hash. */
    key: text().notNull(),
    personId: uuid().notNull(),
    outcome: text({ enum: ['created', 'updated', 'unchanged', 'repeated', 'skipped'] }).notNull(),
    /** The board's stage that the row names. */
    leadStage: text(),
    /** Former values of what changed in someone known. */
    before: jsonb().$type<Record<string, unknown>>(),
  },
  t => [
    primaryKey({ columns: [t.clientId, t.importId, t.row] }),
    index('import_rows_key').on(t.clientId, t.key),
    index('import_rows_person').on(t.clientId, t.personId, t.importId),
    inClient('import_rows_import', t, t.importId, imports),
    inClient('import_rows_person_fk', t, t.personId, people),
    ...clientPolicies('import_rows'),
  ],
)

declarePolicy('import_rows', {
  audit: { none: 'Written by the import, in bulk' },
  export: { none: 'Working copies of what is in the export already' },
  merge: 'moves',
  confidential: 'nothing',
})
