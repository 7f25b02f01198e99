import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { messages } from '../tables.ts'
import { reportKinds } from './rules.ts'

/** What came back of a mail: one row for each bounce or complaint, with where it was heard. */
export const mailReports = clientTable(
  'mail_reports',
  {
    messageId: uuid().notNull(),
    /** Whose mail it was, in lower case. */
    value: text().notNull(),
    kind: text({ enum: reportKinds }).notNull(),
    /** smtp, sandbox, webhook */
    source: text().notNull(),
    /** The words of the other mail server. */
    detail: text().notNull().default(''),
  },
  {
    audit: { noun: ['a bounce or complaint', 'bounces and complaints'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('mail_reports_message', t, t.messageId, messages),
    uniqueIndex('mail_reports_once').on(t.clientId, t.messageId, t.kind),
    index('mail_reports_value').on(t.clientId, t.value, t.kind),
  ],
)
