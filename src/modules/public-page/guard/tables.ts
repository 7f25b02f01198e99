import { index, text } from 'drizzle-orm/pg-core'
import { clientTable } from '#kernel/tables.ts'

/** One row for each submission of a public page within the last day: what rate limits count, and nothing of what was sent. */
export const pageAttempts = clientTable(
  'page_attempts',
  {
    /** What is counted together, e.g. `form <id>`. */
    form: text().notNull(),
    /** Keyed hash of the network address. */
    place: text().notNull(),
    /** Keyed hash of the network and the browser. */
    device: text().notNull().default(''),
  },
  {
    audit: { none: 'One row for each submission, kept for a day' },
    export: { none: 'Holds nothing of what was sent' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('page_attempts_recent').on(t.clientId, t.createdAt)],
)
