import { index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, identityPolicy, instant } from '#kernel/tables.ts'
import { consentChannels, suppressionReasons } from './rules/reasons.ts'

/** What an address or number opted in or no to, with the evidence; append-only. */
export const consents = clientTable(
  'consents',
  {
    /** Normalized: email in lower case, number in E.164. */
    value: text().notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    /** What for: newsletter, a list … ; empty means everything on that channel. */
    topic: text().notNull().default(''),
    state: text({ enum: ['granted', 'revoked'] }).notNull(),
    /** As it was given with the yes; empty where nobody asked. */
    name: text().notNull().default(''),
    /** form, keyword, import, staff, link */
    source: text().notNull(),
    /** The wording shown, IP, browser, file and row, who recorded it. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    personId: uuid(),
  },
  {
    audit: { noun: ['a consent', 'consents'] },
    export: 'rows',
    merge: { stays: 'The ledger is kept by address and never rewritten' },
    confidential: 'nothing',
    person: { address: 'value', writes: true },
  },
  t => [index('consents_value').on(t.clientId, t.channel, t.topic, t.value, t.id)],
)

/** Addresses and numbers that are not written to. By value, so that imports, merges and new people change nothing. */
export const suppressions = clientTable(
  'suppressions',
  {
    value: text().notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    reason: text({ enum: suppressionReasons }).notNull(),
    /** Empty: the whole channel; else one topic. */
    topic: text().notNull().default(''),
    source: text().notNull(),
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    liftedAt: instant(),
  },
  {
    audit: { noun: ['a do-not-contact', 'do-not-contacts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
    person: { address: 'value', writes: true },
  },
  t => [
    uniqueIndex('suppressions_once').on(t.clientId, t.value, t.channel, t.reason, t.topic),
    // Sign-in mail passes the gate as well.
    identityPolicy('suppressions'),
  ],
)
