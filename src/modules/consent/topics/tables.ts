import { boolean, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** What people say yes or no to: a newsletter, a ministry, the choir. The ledger names them by `key`. */
export const topics = clientTable(
  'topics',
  {
    /** As the ledger and the suppressions name it; it never changes. */
    key: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Readers find it on their preference page. */
    isPublic: boolean().notNull().default(true),
    /** A yes counts once it is confirmed by mail. */
    doubleOptIn: boolean().notNull().default(false),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a topic', 'topics'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
    person: { everyone: 'What a church writes about is on its public pages' },
  },
  t => [uniqueIndex('topics_key').on(t.clientId, t.key)],
)
