import { jsonb, text } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'

/** What an operator did to the queue: the queue's own tables leave no trail. Rows of the operator's own account. */
export const queueActions = clientTable(
  'queue_actions',
  {
    action: text({ enum: ['retry', 'dismiss'] }).notNull(),
    queue: text().notNull(),
    jobIds: jsonb().$type<string[]>().notNull(),
  },
  {
    audit: { noun: ['something about a failed job', 'things about failed jobs'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
)
