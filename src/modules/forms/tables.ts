import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { type Definition, type Handling, privacies } from './rules/definition.ts'
import { submissionStates } from './rules/states.ts'

export const forms = clientTable(
  'forms',
  {
    name: text().notNull(),
    /** Of the public page, /f/…; of all accounts one, since the address names none. */
    slug: text().notNull(),
    template: text().notNull(),
    /** As it is being written. */
    draft: jsonb().$type<Definition>().notNull(),
    handling: jsonb().$type<Handling>().notNull(),
    /** The newest version that was frozen; 0 while there is none. */
    lastNumber: integer().notNull().default(0),
    /** The public page shows `lastNumber`. */
    live: boolean().notNull().default(false),
    publishedAt: instant(),
    /** What was frozen is what the draft says. */
    fresh: boolean().notNull().default(false),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a form', 'forms'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { when: `nullif(handling ->> 'privacy', 'team')`, own: false },
  },
  t => [
    uniqueIndex('forms_slug').on(t.slug),
    index('forms_newest').on(t.clientId, t.id).where(sql`deleted_at is null`),
  ],
)

/** What people who filled in a version saw; never changed. */
export const formVersions = clientTable(
  'form_versions',
  {
    formId: uuid().notNull(),
    number: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    publishedBy: uuid(),
  },
  {
    audit: { noun: ['a published form', 'published forms'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('form_versions_number').on(t.clientId, t.formId, t.number),
    inClient('form_versions_form', t, t.formId, forms),
  ],
)

/** As they arrived, before anything else happened to them. */
export const formSubmissions = clientTable(
  'form_submissions',
  {
    formId: uuid().notNull(),
    /** Made by the page: sent again, it is the same. */
    key: uuid().notNull(),
    /** The version that was filled in. */
    number: integer().notNull(),
    /** Answers by field. Called so that the audit log never repeats them. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: submissionStates }).notNull().default('new'),
    /** link, qr, embed or kiosk */
    via: text().notNull().default('link'),
    /** In which language it was shown; empty where the form has but one. */
    language: text().notNull().default(''),
    /** Why it looks like a robot’s, for members who look at the quarantine. */
    signs: jsonb().$type<string[]>().notNull().default([]),
    /** Address and browser: evidence of a consent, and what the limits count. */
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    privacy: text({ enum: privacies }).notNull().default('team'),
    /** As they called themselves, for the list. */
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Every word in it, folded; called so that the audit log never repeats it. */
    searchBody: text().notNull().default(''),
    personId: uuid(),
    householdId: uuid(),
    /** known, new, or new and perhaps someone who is known */
    match: text({ enum: ['known', 'new', 'doubt'] }),
    assignedTo: uuid(),
    processedAt: instant(),
    /** Why it could not be processed yet. */
    problem: text(),
    /** Not paid yet: until then it takes its places. */
    heldUntil: instant(),
    /** Where its page leads once it is paid; empty: to the form's thanks. */
    nextUrl: text().notNull().default(''),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a form’s submission', 'forms’ submissions'] },
    export: 'rows',
    merge: 'moves',
    confidential: { when: `case privacy when 'team' then null else privacy end`, topic: 'formSubmissions' },
  },
  t => [
    uniqueIndex('form_submissions_once').on(t.clientId, t.key),
    index('form_submissions_newest').on(t.clientId, t.formId, t.id).where(sql`deleted_at is null`),
    index('form_submissions_recent').on(t.clientId, t.formId, t.createdAt),
    index('form_submissions_search').using('gin', t.clientId, t.searchBody.op('gin_trgm_ops')),
    index('form_submissions_person').on(t.clientId, t.personId),
    inClient('form_submissions_form', t, t.formId, forms),
  ],
)

/** What someone typed and has not sent, where the page said that it is kept; never of what is narrower than the team. */
export const formPartials = clientTable(
  'form_partials',
  {
    formId: uuid().notNull(),
    /** Of the page, as of the submission that it may become. */
    key: uuid().notNull(),
    number: integer().notNull(),
    language: text().notNull().default(''),
    /** Called so that the audit log never repeats it. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** The field at which they were last. */
    stoppedAt: text().notNull().default(''),
    expiresAt: instant().notNull(),
    /** They were sent the link to finish, which happens once. */
    linkSentAt: instant(),
  },
  {
    audit: { noun: ['an unfinished form', 'unfinished forms'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'forms', by: 'form_id', lock: 'share' },
  },
  t => [
    uniqueIndex('form_partials_once').on(t.clientId, t.key),
    index('form_partials_newest').on(t.clientId, t.formId, t.updatedAt),
    index('form_partials_expiring').on(t.clientId, t.expiresAt),
    inClient('form_partials_form', t, t.formId, forms),
  ],
)

/** Counted by the page itself, without cookies; a day is the church's. */
export const formStats = clientTable(
  'form_stats',
  {
    formId: uuid().notNull(),
    day: date().notNull(),
    views: integer().notNull().default(0),
    starts: integer().notNull().default(0),
    completes: integer().notNull().default(0),
    /** At which field those stopped who had begun, and how many. */
    exits: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  { audit: { none: 'Counters of the public page' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('form_stats_day').on(t.clientId, t.formId, t.day), inClient('form_stats_form', t, t.formId, forms)],
)
