import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, identityPolicy, instant } from '#kernel/tables.ts'
import { channels, messageStates } from './rules/states.ts'

/** The outbox: every message stands here, with its dedupe key, before any provider is called. */
export const messages = clientTable(
  'messages',
  {
    channel: text({ enum: channels }).notNull(),
    direction: text({ enum: ['out', 'in'] })
      .notNull()
      .default('out'),
    /** Normalised address or number. */
    recipient: text().notNull(),
    recipientName: text().notNull().default(''),
    sender: text().notNull().default(''),
    subject: text().notNull().default(''),
    bodyText: text().notNull().default(''),
    bodyHtml: text().notNull().default(''),
    /** What it is: invitation, recovery, overdue … */
    kind: text().notNull(),
    state: text({ enum: messageStates }).notNull().default('queued'),
    /** The same message is never written twice. */
    dedupeKey: text().notNull(),
    provider: text(),
    providerId: text(),
    problem: text(),
    tries: integer().notNull().default(0),
    personId: uuid(),
    sentAt: instant(),
  },
  t => [
    uniqueIndex('messages_dedupe').on(t.clientId, t.dedupeKey),
    index('messages_recent').on(t.clientId, t.createdAt),
    index('messages_stuck').on(t.state, t.updatedAt).where(sql`state in ('queued', 'sending', 'unknown')`),
    identityPolicy('messages'),
  ],
)
