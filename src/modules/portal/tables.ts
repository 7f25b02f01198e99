import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'

/** Links that were asked for: also those of addresses that nobody has, so that both take as long. Kept for a day. */
export const portalLinks = clientTable(
  'portal_links',
  {
    kind: text({ enum: ['email', 'phone'] }).notNull(),
    /** Normalized: email address in lower case, number in E.164. */
    value: text().notNull(),
    /** Of the token in the link; null until it is sent. */
    hash: text(),
    /** A page of the church to which it leads; empty: the first one of the portal. */
    next: text().notNull().default(''),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  {
    audit: { none: 'Kept for a day; the session that a link opens is logged' },
    export: { none: 'Holds hashes of single-use tokens' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('portal_links_hash').on(t.clientId, t.hash),
    index('portal_links_recent').on(t.clientId, t.value, t.createdAt),
  ],
)

/** People who are signed in. `enter_person` (kernel/house.sql) decides which sessions are alive. */
export const portalSessions = clientTable(
  'portal_sessions',
  {
    /** Of the token in the cookie. */
    hash: text().notNull(),
    personId: uuid().notNull(),
    /** A child for whom they act now. */
    actingPersonId: uuid(),
    /** The address or number that the link was sent to. The session ends when the person no longer has it. */
    address: text().notNull(),
    /** The session ends 30 days after it; written once a day. */
    seenAt: instant().notNull(),
    endedAt: instant(),
  },
  {
    audit: { noun: ['a portal session', 'portal sessions'] },
    export: { none: 'Holds hashes of session tokens' },
    merge: 'moves',
    confidential: 'nothing',
    person: { column: 'person_id', writes: true },
  },
  t => [
    uniqueIndex('portal_sessions_hash').on(t.clientId, t.hash),
    index('portal_sessions_person').on(t.clientId, t.personId),
    index('portal_sessions_acting').on(t.clientId, t.actingPersonId),
    inClient('portal_sessions_person_fk', t, t.personId, people),
    inClient('portal_sessions_acting_fk', t, t.actingPersonId, people),
  ],
)
