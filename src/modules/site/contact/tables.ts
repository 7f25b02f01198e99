import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
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
    /** Who of those that run Lampstand takes care of it. */
    assigneeId: uuid(),
    /** The outbox's key of the automatic answer that was tried last. */
    answerKey: text(),
  },
  {
    audit: { noun: ['a contact submission', 'contact submissions'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('contact_once').on(t.clientId, t.fingerprint),
    index('contact_recent').on(t.clientId, t.ipHash, t.createdAt),
    index('contact_newest').on(t.clientId, t.id).where(sql`not suspicious`),
  ],
)

/** What was written back; whether it left says the message in the outbox under `mailKey`. */
export const contactReplies = clientTable(
  'contact_replies',
  {
    submissionId: uuid().notNull(),
    authorId: uuid().notNull(),
    body: text().notNull(),
    tries: integer().notNull().default(1),
    mailKey: text().notNull(),
  },
  {
    audit: { noun: ['a reply to a submission', 'replies to submissions'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('contact_replies_of').on(t.clientId, t.submissionId, t.id),
    inClient('contact_replies_submission', t, t.submissionId, contactSubmissions),
  ],
)
