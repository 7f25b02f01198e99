import { date, integer, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { runStates, scopes } from '../receipts/rules/states.ts'

/** Statements for everyone of a period. `cursor` is the last donor who is done: a killed worker goes on after it. */
export const statementRuns = clientTable(
  'giving_statement_runs',
  {
    periodFrom: date().notNull(),
    periodTo: date().notNull(),
    scope: text({ enum: scopes }).notNull(),
    state: text({ enum: runStates }).notNull().default('running'),
    reason: text().notNull().default(''),
    cursor: uuid(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    issued: integer().notNull().default(0),
    replaced: integer().notNull().default(0),
    voided: integer().notNull().default(0),
    mailAt: instant(),
    mailCursor: uuid(),
    mailDone: instant(),
    createdBy: uuid(),
    finishedAt: instant(),
  },
  {
    audit: { noun: ['a run of statements', 'runs of statements'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { always: 'giving' },
  },
)
