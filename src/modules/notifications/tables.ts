import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
  {
    audit: { quiet: 'Told to one member, and read by them', noun: ['a notification', 'notifications'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('notifications_dedupe').on(t.clientId, t.userId, t.dedupeKey),
    index('notifications_newest').on(t.clientId, t.userId, t.id),
    index('notifications_unread').on(t.clientId, t.userId).where(sql`read_at is null`),
  ],
)

/** Which news a member wants by mail as well; where nothing is said, the kind's own default holds. */
export const notificationPreferences = clientTable(
  'notification_preferences',
  { userId: uuid().notNull(), type: text().notNull(), mail: boolean().notNull() },
  {
    audit: { noun: ['a choice of notifications', 'choices of notifications'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('notification_preferences_once').on(t.clientId, t.userId, t.type)],
)
