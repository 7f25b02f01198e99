import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { resources } from '../tables.ts'

/** Addresses at which other programs read appointments: of one member, or of one room or piece of equipment. */
export const calendarFeeds = clientTable(
  'calendar_feeds',
  {
    name: text().notNull(),
    /** Of the secret part of the address, which is shown once. */
    hash: text().notNull(),
    /** Whose appointments: those that hold this resource. */
    resourceId: uuid().notNull(),
    createdBy: uuid().notNull(),
    lastReadAt: instant(),
    /** How often it was read within the hour that began then: what the rate limit counts. */
    reads: integer().notNull().default(0),
    readsSince: instant(),
    revokedAt: instant(),
  },
  {
    audit: { noun: ['a calendar feed', 'calendar feeds'], people: 'Each reading by a calendar program notes its time' },
    export: { none: 'Opens nothing without the secret part of its address' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('calendar_feeds_hash').on(t.hash),
    index('calendar_feeds_resource').on(t.clientId, t.resourceId),
    inClient('calendar_feeds_resource_fk', t, t.resourceId, resources),
  ],
)
