import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'

/** What the bell shows to one member. */
export const notifications = clientTable(
  'notifications',
  {
    userId: uuid().notNull(),
    type: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(''),
    /** A path of the app. */
    href: text().notNull(),
    readAt: instant(),
    /** The same news reaches the same member once. */
    dedupeKey: text().notNull(),
  },
  t => [
    uniqueIndex('notifications_dedupe').on(t.clientId, t.userId, t.dedupeKey),
    index('notifications_newest').on(t.clientId, t.userId, t.id),
    index('notifications_unread').on(t.clientId, t.userId).where(sql`read_at is null`),
  ],
)
