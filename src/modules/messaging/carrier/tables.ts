import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { kinds, numberStates, type OfficeHours, recordingModes, usualHours, voiceRoutes } from './rules.ts'

/** By whom an account's texts and calls travel; without a row, or without credentials, by the sandbox. */
export const carrierAccounts = clientTable(
  'carrier_accounts',
  {
    /** AC…; null while the account is on the sandbox. */
    accountSid: text(),
    sealedToken: text(),
    /** While a token is being changed both sign. */
    sealedSecondToken: text(),
    tokenLast4: text().notNull().default(''),
    keySid: text(),
    sealedKeySecret: text(),
    messagingServiceSid: text(),
    friendlyName: text().notNull().default(''),
    type: text({ enum: ['trial', 'full'] }),
    balance: text(),
    checkedAt: instant(),
    lastSuccessAt: instant(),
    lastError: text(),
    lastErrorAt: instant(),
    recordCalls: text({ enum: recordingModes }).notNull().default('off'),
    /** Days that recordings are kept; null: until someone deletes them. */
    retentionDays: integer().default(90),
    /** What an answer of HELP gets; empty: the usual words. */
    helpText: text().notNull().default(''),
    /** Said to who calls before the tone. */
    greeting: text().notNull().default(''),
    /** Whether the carrier transcribes what is said after the tone. */
    transcribe: boolean().notNull().default(true),
    /** When calls are taken; each number says whether that matters to it. */
    officeHours: jsonb().$type<OfficeHours>().notNull().default(usualHours),
    /** AP…: where calls from the browser ask what to do; null until an API key is there. */
    voiceAppSid: text(),
    /** What the carriers know of the sender: kept by hand, since they tell it on their own pages. */
    brandStatus: text({ enum: ['none', 'pending', 'approved', 'rejected'] })
      .notNull()
      .default('none'),
    campaignStatus: text({ enum: ['none', 'pending', 'approved', 'rejected'] })
      .notNull()
      .default('none'),
    /** How the people were asked whether they may be texted. */
    consentWording: text().notNull().default(''),
  },
  {
    audit: { noun: ['the telephone settings', 'telephone settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('carrier_accounts_one').on(t.clientId), index('carrier_accounts_sid').on(t.accountSid)],
)

/** Numbers that the account has, and had. */
export const phoneNumbers = clientTable(
  'phone_numbers',
  {
    /** PN…; null while it is being bought. */
    sid: text(),
    accountSid: text().notNull(),
    /** E.164 */
    number: text().notNull(),
    friendlyName: text().notNull().default(''),
    kind: text({ enum: kinds }).notNull().default('local'),
    capabilities: jsonb().$type<{ voice: boolean; sms: boolean; mms: boolean }>().notNull(),
    state: text({ enum: numberStates }).notNull().default('owned'),
    /** Off: nothing leaves from it; it stays ours. */
    active: boolean().notNull().default(true),
    isDefault: boolean().notNull().default(false),
    voiceRoute: text({ enum: voiceRoutes }).notNull().default('voicemail'),
    forwardTo: text(),
    /** Which menu is heard; it belongs to the telephone, which keeps what is used. */
    menuId: uuid(),
    /** Whether office hours matter; outside of them the closed route is taken. */
    byHours: boolean().notNull().default(false),
    closedRoute: text({ enum: voiceRoutes }).notNull().default('voicemail'),
    closedForwardTo: text(),
    closedMenuId: uuid(),
    /** Texted to the person who reached nobody and opted in to texts; empty: nothing. */
    missedText: text().notNull().default(''),
    verification: text({ enum: ['none', 'pending', 'verified', 'rejected'] })
      .notNull()
      .default('none'),
    /** Millionths of a unit a month. */
    monthly: bigint({ mode: 'number' }).notNull().default(0),
    currency: text().notNull().default('USD'),
    /** Where its notices go, as the carrier said last. */
    smsUrl: text().notNull().default(''),
    voiceUrl: text().notNull().default(''),
    statusUrl: text().notNull().default(''),
    hooksCheckedAt: instant(),
    /** Texts a second; null: as many as there are. */
    perSecond: integer(),
    purchasedBy: uuid(),
    releasedAt: instant(),
  },
  { audit: { noun: ['a phone number', 'phone numbers'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    // Several accounts may share one at the carrier, and no two of them a number.
    uniqueIndex('phone_numbers_once').on(t.accountSid, t.number).where(sql`released_at is null`),
    uniqueIndex('phone_numbers_default').on(t.clientId).where(sql`is_default and released_at is null`),
    index('phone_numbers_number').on(t.number),
  ],
)

/** The line of each number: when its next text may leave. Apart from the number, whose version is for people. */
export const numberLines = clientTable(
  'number_lines',
  { numberId: uuid().notNull(), nextAt: instant().notNull() },
  {
    audit: { quiet: 'Changes with every text', noun: ['the queue of a number', 'queues of numbers'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('number_lines_one').on(t.clientId, t.numberId),
    inClient('number_lines_number', t, t.numberId, phoneNumbers),
  ],
)
