import { sql } from 'drizzle-orm'
import { index, jsonb, primaryKey, snakeCase, text, uuid } from 'drizzle-orm/pg-core'
import { declarePolicy } from './table-policies.ts'
import { clientPolicies, confidentialPolicies, instant } from './tables.ts'

/** Who changed what, written by triggers on every client table; nobody can change or delete a line. */
export const auditLog = snakeCase.table(
  'audit_log',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    at: instant().notNull().defaultNow(),
    /** As in kernel/ctx: {"type":"member","userId":…}, {"type":"job","name":…} … */
    actor: jsonb().notNull(),
    requestId: text(),
    operation: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
    tableName: text().notNull(),
    /** Null for a bulk write: `changes` then holds the number of rows. */
    rowId: uuid(),
    /** Field names with [before, after]; secrets and pastoral text only as "changed". */
    changes: jsonb().notNull(),
    /** The right that the row asks for, and so this line about it. */
    needs: text(),
  },
  t => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('audit_log_row').on(t.clientId, t.rowId),
    index('audit_log_newest').on(t.id),
    ...clientPolicies('audit_log'),
    ...confidentialPolicies('audit_log'),
  ],
)

declarePolicy('audit_log', {
  audit: { none: 'It is the log' },
  export: 'rows',
  merge: 'nobody',
  confidential: { triggers: 'audit_insert, audit_update and audit_delete copy it from the row' },
})
