import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import {
  batchStatuses,
  campaignStatuses,
  frequencies,
  giftSources,
  giftStatuses,
  methods,
  pledgeFrequencies,
  tributes,
  visibilities,
} from './rules/states.ts'

const minor = () => bigint({ mode: 'number' })
const giving = { always: 'giving' } as const
const derived = { none: 'PostgreSQL maintains it from the lines of gifts' } as const

/** What gifts are given for: General, Missions, Building. */
export const funds = clientTable(
  'giving_funds',
  {
    name: text().notNull(),
    /** Keyword of text-to-give and code of imports, in lower case. */
    code: text().notNull(),
    deductible: boolean().notNull().default(true),
    isDefault: boolean().notNull().default(false),
    archivedAt: instant(),
  },
  { audit: { noun: ['a fund', 'funds'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('giving_funds_code').on(t.clientId, t.code),
    uniqueIndex('giving_funds_default').on(t.clientId).where(sql`is_default`),
  ],
)

/** A goal with a beginning and an end. What it raised is in `campaignTotals`, which asks for a right. */
export const campaigns = clientTable(
  'giving_campaigns',
  {
    name: text().notNull(),
    /** Of its giving page. */
    slug: text().notNull(),
    description: text().notNull().default(''),
    currency: text().notNull(),
    goal: minor().notNull(),
    startDate: date(),
    endDate: date(),
    fundId: uuid().notNull(),
    isRecurring: boolean().notNull().default(false),
    frequency: text({ enum: frequencies }),
    visibility: text({ enum: visibilities }).notNull().default('public'),
    suggested: jsonb().$type<number[]>().notNull().default([]),
    minAmount: minor(),
    maxAmount: minor(),
    thankYouSubject: text().notNull().default(''),
    thankYouText: text().notNull().default(''),
    imageUrl: text().notNull().default(''),
    allowAnonymous: boolean().notNull().default(true),
    showDonors: boolean().notNull().default(false),
    allowTribute: boolean().notNull().default(false),
    status: text({ enum: campaignStatuses }).notNull().default('active'),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a giving campaign', 'giving campaigns'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('giving_campaigns_slug').on(t.clientId, t.slug),
    index('giving_campaigns_fund').on(t.clientId, t.fundId),
    inClient('giving_campaigns_fund_fk', t, t.fundId, funds, 'restrict'),
  ],
)

export interface Denomination {
  /** Minor units of one note or coin. */
  value: number
  count: number
}

/** What was in the plate: entered, counted by one, confirmed by another, taken to the bank. */
export const batches = clientTable(
  'giving_batches',
  {
    name: text().notNull(),
    day: date().notNull(),
    currency: text().notNull(),
    /** What the adding machine said before anything was entered. */
    controlTotal: minor(),
    status: text({ enum: batchStatuses }).notNull().default('open'),
    denominations: jsonb().$type<Denomination[]>().notNull().default([]),
    checksTotal: minor().notNull().default(0),
    countedBy: uuid(),
    countedAt: instant(),
    confirmedBy: uuid(),
    confirmedAt: instant(),
    depositedOn: date(),
    depositedBy: uuid(),
    reference: text().notNull().default(''),
  },
  {
    audit: { noun: ['a batch of gifts', 'batches of gifts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [index('giving_batches_day').on(t.clientId, t.day)],
)

/** A gift as it was given. What of it is for which fund is in its lines, which sum to its total. */
export const gifts = clientTable(
  'gifts',
  {
    /** Made before it is recorded, so that recording twice is one gift. */
    key: text().notNull(),
    /** Null: not known who. Someone known who gives anonymously is still named here. */
    personId: uuid(),
    /** Theirs on that day. */
    householdId: uuid(),
    /** The church's local day. */
    receivedOn: date().notNull(),
    method: text({ enum: methods }).notNull(),
    status: text({ enum: giftStatuses }).notNull(),
    source: text({ enum: giftSources }).notNull(),
    currency: text().notNull(),
    total: minor().notNull(),
    refunded: minor().notNull().default(0),
    fee: minor(),
    checkNumber: text().notNull().default(''),
    envelope: text().notNull().default(''),
    anonymousPublic: boolean().notNull().default(false),
    tribute: text({ enum: tributes }),
    tributeName: text().notNull().default(''),
    /** Of an in-kind gift, which has no value. */
    description: text().notNull().default(''),
    /** What the donor got for it, at its fair value. */
    goodsValue: minor().notNull().default(0),
    goodsDescription: text().notNull().default(''),
    note: text().notNull().default(''),
    batchId: uuid(),
    /** Of `payments`, where it was paid online. */
    paymentId: uuid(),
    /** Of `recurring_gifts`, where it is one of a schedule. */
    recurringId: uuid(),
    externalId: text(),
    /** The entry of the ledger that stands for it now; null: nothing is booked. */
    entryId: uuid(),
    /** What funds hold of it, where it was paid online: less once it is refunded or disputed. */
    booked: minor().notNull().default(0),
    /** Counts its entries: a correction posts another one. */
    posting: integer().notNull().default(0),
    voidReason: text().notNull().default(''),
    voidedAt: instant(),
    thankedAt: instant(),
    /** What of the total the giver added for the payment fee. */
    coveredFee: minor().notNull().default(0),
    createdBy: uuid(),
  },
  { audit: { noun: ['a gift', 'gifts'] }, export: 'rows', merge: 'moves', confidential: giving },
  t => [
    uniqueIndex('gifts_key').on(t.clientId, t.key),
    uniqueIndex('gifts_payment').on(t.clientId, t.paymentId).where(sql`payment_id is not null`),
    index('gifts_day').on(t.clientId, t.receivedOn, t.id),
    index('gifts_of_person').on(t.clientId, t.personId, t.receivedOn),
    index('gifts_of_household').on(t.clientId, t.householdId),
    index('gifts_of_recurring').on(t.clientId, t.recurringId),
    index('gifts_of_batch').on(t.clientId, t.batchId),
    inClient('gifts_person', t, t.personId, people, 'restrict'),
    inClient('gifts_batch', t, t.batchId, batches, 'restrict'),
  ],
)

/** A part of a gift for one fund. `counts` and `donorId` follow the gift by a trigger. */
export const giftLines = clientTable(
  'gift_lines',
  {
    giftId: uuid().notNull(),
    position: integer().notNull().default(0),
    fundId: uuid().notNull(),
    campaignId: uuid(),
    amount: minor().notNull(),
    refunded: minor().notNull().default(0),
    deductible: minor().notNull(),
    memo: text().notNull().default(''),
    counts: boolean().notNull().default(false),
    donorId: uuid(),
  },
  {
    audit: { noun: ['a part of a gift', 'parts of gifts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [
    index('gift_lines_of').on(t.clientId, t.giftId),
    index('gift_lines_fund').on(t.clientId, t.fundId),
    index('gift_lines_campaign').on(t.clientId, t.campaignId, t.donorId),
    inClient('gift_lines_gift', t, t.giftId, gifts, 'restrict'),
    inClient('gift_lines_fund_fk', t, t.fundId, funds, 'restrict'),
    inClient('gift_lines_campaign_fk', t, t.campaignId, campaigns, 'restrict'),
  ],
)

/** What a campaign raised: a row for each, which PostgreSQL keeps equal to the sum of the lines that count. */
export const campaignTotals = clientTable(
  'giving_campaign_totals',
  {
    campaignId: uuid().notNull(),
    raised: minor().notNull().default(0),
    /** How many lines count. */
    lines: integer().notNull().default(0),
    donors: integer().notNull().default(0),
  },
  { audit: derived, export: { none: 'The sum of the lines' }, merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('giving_campaign_totals_one').on(t.clientId, t.campaignId),
    inClient('giving_campaign_totals_of', t, t.campaignId, campaigns),
  ],
)
/** How many lines each known donor has in a campaign. */
export const campaignDonors = clientTable(
  'giving_campaign_donors',
  { campaignId: uuid().notNull(), donorId: uuid().notNull(), lines: integer().notNull() },
  { audit: derived, export: { none: 'The count of the lines' }, merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('giving_campaign_donors_one').on(t.clientId, t.campaignId, t.donorId),
    inClient('giving_campaign_donors_of', t, t.campaignId, campaigns),
  ],
)

/** What someone promised to give; no gift, and never on a receipt. */
export const pledges = clientTable(
  'pledges',
  {
    personId: uuid(),
    householdId: uuid(),
    fundId: uuid(),
    campaignId: uuid(),
    currency: text().notNull(),
    /** Each time. */
    amount: minor().notNull(),
    frequency: text({ enum: pledgeFrequencies }).notNull(),
    startDate: date().notNull(),
    endDate: date(),
    note: text().notNull().default(''),
    canceledAt: instant(),
    /** When what was given first reached what was pledged; it is announced once. */
    fulfilledAt: instant(),
    createdBy: uuid(),
  },
  { audit: { noun: ['a pledge', 'pledges'] }, export: 'rows', merge: 'moves', confidential: giving },
  t => [
    index('pledges_person').on(t.clientId, t.personId),
    index('pledges_household').on(t.clientId, t.householdId),
    index('pledges_fund').on(t.clientId, t.fundId),
    index('pledges_campaign').on(t.clientId, t.campaignId),
    inClient('pledges_person_fk', t, t.personId, people, 'restrict'),
    inClient('pledges_fund_fk', t, t.fundId, funds, 'restrict'),
    inClient('pledges_campaign_fk', t, t.campaignId, campaigns, 'restrict'),
  ],
)

/** A thank-you that was sent for a gift. */
export const giftThanks = clientTable(
  'gift_thanks',
  { giftId: uuid().notNull(), subject: text().notNull(), messageId: uuid(), sentBy: uuid() },
  { audit: { noun: ['a thank-you', 'thank-yous'] }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [index('gift_thanks_of').on(t.clientId, t.giftId), inClient('gift_thanks_gift', t, t.giftId, gifts, 'restrict')],
)
