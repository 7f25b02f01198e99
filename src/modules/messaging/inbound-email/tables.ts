import { bigint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { arrivalKinds } from './rules/kinds.ts'

/** Every mail that came to this server, before anything has looked at it. It stands in the operator's own account. */
export const arrivedMails = clientTable(
  'arrived_mails',
  {
    /** Of its content: the same mail that arrives twice is one. */
    fingerprint: text().notNull(),
    /** webhook, imap */
    source: text().notNull(),
    /** As it came; kept for 30 days. */
    fileId: uuid().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['new', 'done', 'failed'] })
      .notNull()
      .default('new'),
    kind: text({ enum: arrivalKinds }),
    /** Whose it was. */
    accountId: uuid(),
    problem: text(),
    processedAt: instant(),
  },
  {
    audit: { quiet: 'Each is followed in its own row', noun: ['an incoming mail', 'incoming mails'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('arrived_mails_once').on(t.clientId, t.fingerprint)],
)
