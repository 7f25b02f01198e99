import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { submissionStates } from './rules.ts'

/** What visitors wrote through the public site's form; stored before anything else happens to it. */
export const contactSubmissions = clientTable(
  'contact_form_submissions',
  {
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    isSubscribed: boolean().notNull().default(false),
    status: text({ enum: submissionStates }).notNull().default('pending'),
    /** A robot's: kept, shown apart, never answered. */
    suspicious: boolean().notNull().default(false),
    /** SHA-256 of the address it came from, for the limit alone. */
    ipHash: text().notNull(),
    /** The same words from the same address on the same day are one submission. */
    fingerprint: text().notNull(),
    repliedAt: instant(),
  },
  t => [
    uniqueIndex('contact_once').on(t.clientId, t.fingerprint),
    index('contact_recent').on(t.clientId, t.ipHash, t.createdAt),
    index('contact_newest').on(t.clientId, t.id).where(sql`not suspicious`),
  ],
)
