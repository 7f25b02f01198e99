import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { digests, EXPIRY_DAYS, moderations, sources, statuses, visibilities } from './rules/options.ts'

/** People of the portal read and change their own: the page opens the rows of its query, see `openers.prayer`. */
const own = { person: { everyone: 'Every row asks for a right that people lack', writes: true } } as const

/** How a church handles prayer; one row, made with the first change. */
export const prayerSettings = clientTable(
  'prayer_settings',
  {
    categories: text().array().notNull(),
    wallOpen: boolean().notNull().default(true),
    /** Search engines may list the wall. */
    wallIndexed: boolean().notNull().default(false),
    expiryDays: smallint().notNull().default(EXPIRY_DAYS),
    /** A text that begins with PRAY becomes a request. */
    keyword: boolean().notNull().default(true),
    digest: text({ enum: digests }).notNull().default('off'),
    digestHour: smallint().notNull().default(7),
    digestOn: date({ mode: 'string' }),
  },
  {
    audit: { noun: ['the prayer settings', 'prayer settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
    person: { everyone: 'Categories and days, shown on the public form' },
  },
  t => [uniqueIndex('prayer_settings_one').on(t.clientId)],
)

/** What was asked for. Who asked is in `prayerRequesters`, which may be closed to people who read this. */
export const prayerRequests = clientTable(
  'prayer_requests',
  {
    body: text().notNull(),
    /** The same without accents, in lower case. */
    search: text().notNull(),
    category: text().notNull().default('Other'),
    visibility: text({ enum: visibilities }).notNull().default('staff'),
    /** Asked of its writer, who has not answered. */
    wantedVisibility: text({ enum: visibilities }),
    /** Only for roles with pastoral.read; set by hand, and where a sign of danger was found. */
    isPrivate: boolean().notNull().default(false),
    /** Its name is for those who work with requests, not for those who pray. */
    isAnonymous: boolean().notNull().default(false),
    status: text({ enum: statuses }).notNull().default('new'),
    moderation: text({ enum: moderations }).notNull().default('approved'),
    isUrgent: boolean().notNull().default(false),
    /** Its writer is under age: nobody is written to, and it is not shared. */
    isMinor: boolean().notNull().default(false),
    source: text({ enum: sources }).notNull(),
    notifyPrayed: boolean().notNull().default(false),
    assignedTo: uuid(),
    lastActivityAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    askedAt: instant(),
    answeredAt: instant(),
    testimonyBody: text().notNull().default(''),
    /** Their own consent to share the testimony. */
    testimonyShared: boolean().notNull().default(false),
    mergedInto: uuid(),
    erasedAt: instant(),
    taskId: uuid(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a prayer request', 'prayer requests'] },
    export: 'rows',
    ...own,
    merge: 'nobody',
    confidential: {
      when: `case when is_private then 'pastoral' when moderation <> 'approved' or visibility = 'staff' then 'prayer-staff' else 'prayer' end`,
      topic: 'prayer',
    },
  },
  t => [
    index('prayer_requests_status').on(t.clientId, t.status, t.id),
    index('prayer_requests_assigned').on(t.clientId, t.assignedTo),
    index('prayer_requests_expiry').on(t.expiresAt).where(sql`status in ('new', 'praying')`),
  ],
)

/** Who asked. Where the request is anonymous to others, the row asks for the right to work with requests. */
export const prayerRequesters = clientTable(
  'prayer_requesters',
  {
    requestId: uuid().notNull(),
    name: text().notNull().default(''),
    search: text().notNull().default(''),
    email: text(),
    /** E.164 */
    phone: text(),
    personId: uuid(),
  },
  {
    audit: { quiet: 'Who asked for prayer' },
    export: 'rows',
    ...own,
    merge: 'moves',
    confidential: { triggers: 'prayer_requester_needs' },
  },
  t => [
    index('prayer_requesters_request').on(t.clientId, t.requestId),
    index('prayer_requesters_person').on(t.clientId, t.personId),
    inClient('prayer_requesters_request_fk', t, t.requestId, prayerRequests),
    inClient('prayer_requesters_person_fk', t, t.personId, people),
  ],
)

/** How often was prayed. Apart from the request: who edits one is not in the way of those who pray, and no log says who they are. */
export const prayerCounts = clientTable(
  'prayer_counts',
  {
    requestId: uuid().notNull(),
    total: integer().notNull().default(0),
    /** Of these, how many its writer has been told about. */
    told: integer().notNull().default(0),
    lastAt: instant(),
  },
  {
    audit: { none: 'Never who prayed' },
    export: 'rows',
    ...own,
    merge: 'nobody',
    confidential: { from: 'prayer_requests', by: 'request_id', lock: 'share' },
  },
  t => [
    uniqueIndex('prayer_counts_request').on(t.clientId, t.requestId),
    inClient('prayer_counts_request_fk', t, t.requestId, prayerRequests),
  ],
)

/** Who prayed on which day: counted, and never shown. */
export const prayers = clientTable(
  'prayers',
  {
    requestId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    userId: uuid(),
    /** Digest of the device's cookie. */
    device: text(),
  },
  {
    audit: { none: 'Never who prayed' },
    export: { none: 'Never who prayed' },
    ...own,
    merge: 'nobody',
    confidential: { from: 'prayer_requests', by: 'request_id', lock: 'share' },
  },
  t => [
    uniqueIndex('prayers_user').on(t.clientId, t.requestId, t.day, t.userId).where(sql`user_id is not null`),
    uniqueIndex('prayers_device').on(t.clientId, t.requestId, t.day, t.device).where(sql`device is not null`),
    inClient('prayers_request_fk', t, t.requestId, prayerRequests),
  ],
)

/** Each change of status or moderation, and by whom. */
export const prayerHistory = clientTable(
  'prayer_history',
  {
    requestId: uuid().notNull(),
    fromState: text().notNull(),
    toState: text().notNull(),
    noteBody: text().notNull().default(''),
    userId: uuid(),
  },
  {
    audit: { quiet: 'Steps of a prayer request' },
    export: 'rows',
    ...own,
    merge: 'nobody',
    confidential: { from: 'prayer_requests', by: 'request_id', lock: 'share' },
  },
  t => [
    index('prayer_history_request').on(t.clientId, t.requestId, t.id),
    inClient('prayer_history_request_fk', t, t.requestId, prayerRequests),
  ],
)

/** Words of a pastor about a request. */
export const prayerNotes = clientTable(
  'prayer_notes',
  { requestId: uuid().notNull(), body: text().notNull(), authorId: uuid() },
  {
    audit: { noun: ['a note on a prayer request', 'notes on prayer requests'] },
    export: 'rows',
    ...own,
    merge: 'nobody',
    confidential: { always: 'pastoral' },
  },
  t => [
    index('prayer_notes_request').on(t.clientId, t.requestId, t.id),
    inClient('prayer_notes_request_fk', t, t.requestId, prayerRequests),
  ],
)

/** What a requester agreed to, in which words; append-only. */
export const prayerConsents = clientTable(
  'prayer_consents',
  {
    requestId: uuid().notNull(),
    visibility: text({ enum: visibilities }).notNull(),
    wording: text().notNull(),
    /** form, text, portal, link: they said so themselves; told: a member says that they did. */
    how: text({ enum: ['form', 'text', 'portal', 'link', 'told'] }).notNull(),
    userId: uuid(),
  },
  {
    audit: { noun: ['a consent to share', 'consents to share'] },
    export: 'rows',
    ...own,
    merge: 'nobody',
    confidential: { from: 'prayer_requests', by: 'request_id', lock: 'share' },
  },
  t => [
    index('prayer_consents_request').on(t.clientId, t.requestId),
    inClient('prayer_consents_request_fk', t, t.requestId, prayerRequests),
  ],
)
