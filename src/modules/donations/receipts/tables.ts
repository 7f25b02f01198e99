import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import type { Snapshot } from './rules/content.ts'
import { receiptKinds, receiptStatuses, scopes } from './rules/states.ts'

const giving = { always: 'giving' } as const

/** Who issues receipts, and how; one row, once it was saved. */
export const receiptSettings = clientTable(
  'giving_receipt_settings',
  {
    legalName: text().notNull(),
    address: text().notNull(),
    taxId: text().notNull().default(''),
    placeIssued: text().notNull().default(''),
    signatory: text().notNull().default(''),
    signatoryTitle: text().notNull().default(''),
    signatureId: uuid(),
    prefix: text().notNull().default(''),
    /** MM-DD, the last day of a year of statements. */
    yearEnd: text().notNull().default('12-31'),
    contact: text().notNull().default(''),
    /** A receipt follows every gift that was paid online, unless the church turns it off. */
    emailReceipts: boolean().notNull().default(true),
  },
  {
    audit: { noun: ['the receipt settings', 'receipt settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [uniqueIndex('giving_receipt_settings_one').on(t.clientId)],
)

/** Pictures of signatures; never changed, as receipts that were issued show theirs. */
export const signatures = clientTable(
  'giving_signatures',
  { picture: text().notNull() },
  {
    audit: { none: 'A picture, named by the receipt settings' },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
)

/** The last number of a year. A transaction that takes one holds the row until it commits, so no number is lost. */
export const receiptCounters = clientTable(
  'giving_receipt_counters',
  { year: integer().notNull(), last: integer().notNull() },
  { audit: { none: 'A counter' }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [uniqueIndex('giving_receipt_counters_year').on(t.clientId, t.year)],
)

/** A receipt or statement with its number. A trigger keeps what it says. */
export const receipts = clientTable(
  'giving_receipts',
  {
    number: text().notNull(),
    kind: text({ enum: receiptKinds }).notNull(),
    status: text({ enum: receiptStatuses }).notNull().default('issued'),
    /** Whom it is addressed to. */
    personId: uuid().notNull(),
    /** Of a statement: the person or household that it is about. */
    donorKey: uuid().notNull(),
    scope: text({ enum: scopes }).notNull().default('person'),
    /** Of a receipt for a single gift. */
    giftId: uuid(),
    giftIds: uuid().array().notNull(),
    periodFrom: date(),
    periodTo: date(),
    issuedOn: date().notNull(),
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** Compared to know whether the donor's figures changed. */
    figures: text().notNull(),
    replaces: uuid(),
    reason: text().notNull().default(''),
    runId: uuid(),
    /** A gift on it was changed, refunded or disputed. */
    outdatedAt: instant(),
    emailedAt: instant(),
    voidedAt: instant(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a giving receipt', 'giving receipts'] },
    export: 'rows',
    merge: 'moves',
    confidential: giving,
    person: { column: 'person_id' },
  },
  t => [
    uniqueIndex('giving_receipts_number').on(t.clientId, t.number),
    uniqueIndex('giving_receipts_gift').on(t.clientId, t.giftId).where(sql`status = 'issued' and kind = 'gift'`),
    uniqueIndex('giving_receipts_statement')
      .on(t.clientId, t.donorKey, t.periodFrom, t.periodTo)
      .where(sql`status = 'issued' and kind = 'statement'`),
    index('giving_receipts_gifts').using('gin', t.giftIds),
    index('giving_receipts_person').on(t.clientId, t.personId),
    index('giving_receipts_run').on(t.clientId, t.runId),
    inClient('giving_receipts_person_fk', t, t.personId, people, 'restrict'),
  ],
)
