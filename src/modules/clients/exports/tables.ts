import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'
import { exportStates } from './rules.ts'

/** Everything of an account in one file, asked for by its owner or by the operator. */
export const accountExports = clientTable(
  'account_exports',
  {
    requestedBy: uuid().notNull(),
    /** Asked for from /admin: without pastoral notes, and shown there alone. */
    forOperator: boolean().notNull().default(false),
    state: text({ enum: exportStates }).notNull().default('waiting'),
    /** Rows and files written so far, of so many. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    fileId: uuid(),
    problem: text(),
  },
  {
    audit: { noun: ['an export of the whole account', 'exports of the whole account'] },
    export: { none: 'An export does not hold exports' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('account_exports_newest').on(t.clientId, t.id),
    // A second click finds the one that is being made.
    uniqueIndex('account_exports_one').on(t.clientId, t.forOperator).where(sql`state in ('waiting', 'running')`),
  ],
)
