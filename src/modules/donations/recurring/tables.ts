import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { savedMethods } from '#payments/tables.ts'
import { people } from '#people/tables.ts'
import { frequencies } from '../rules/states.ts'
import { campaigns, funds } from '../tables.ts'
import { endedReasons, recurringStatuses } from './rules.ts'

/** A gift that comes again and again, charged by our own schedule to a method that the gateway keeps. */
export const recurringGifts = clientTable(
  'recurring_gifts',
  {
    personId: uuid(),
    currency: text().notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    /** A local day from which all dates are counted: the 31st comes back after February. */
    anchor: date().notNull(),
    /** The date that is given for next. */
    nextOn: date().notNull(),
    /** When it is charged: that date, or the day of a retry. */
    tryOn: date().notNull(),
    status: text({ enum: recurringStatuses }).notNull().default('active'),
    pausedUntil: date(),
    savedId: uuid().notNull(),
    coverFees: boolean().notNull().default(false),
    /** Charges that failed in a row, since when, and why the last one did. */
    failures: integer().notNull().default(0),
    failedOn: date(),
    problem: text().notNull().default(''),
    /** The gift that it began with, and the newest charge. */
    firstGiftId: uuid().notNull(),
    lastGiftId: uuid().notNull(),
    /** The charge whose outcome was last acted on. */
    answeredGiftId: uuid(),
    endedReason: text({ enum: endedReasons }),
    endedAt: instant(),
    /** The expiry that its giver was written about. */
    expiryNoted: text(),
  },
  {
    audit: { noun: ['a recurring gift', 'recurring gifts'] },
    export: 'rows',
    merge: 'moves',
    confidential: { always: 'giving' },
  },
  t => [
    uniqueIndex('recurring_gifts_first').on(t.clientId, t.firstGiftId),
    index('recurring_gifts_person').on(t.clientId, t.personId),
    index('recurring_gifts_saved').on(t.clientId, t.savedId),
    index('recurring_gifts_due').on(t.tryOn).where(sql`status in ('active', 'paused')`),
    inClient('recurring_gifts_person_fk', t, t.personId, people, 'restrict'),
    inClient('recurring_gifts_saved_fk', t, t.savedId, savedMethods, 'restrict'),
  ],
)

/** What of it is for which fund; without the covered fee. */
export const recurringLines = clientTable(
  'recurring_gift_lines',
  {
    recurringId: uuid().notNull(),
    position: integer().notNull().default(0),
    fundId: uuid().notNull(),
    campaignId: uuid(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  {
    audit: { noun: ['a part of a recurring gift', 'parts of recurring gifts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { always: 'giving' },
  },
  t => [
    index('recurring_gift_lines_of').on(t.clientId, t.recurringId),
    index('recurring_gift_lines_fund').on(t.clientId, t.fundId),
    index('recurring_gift_lines_campaign').on(t.clientId, t.campaignId),
    inClient('recurring_gift_lines_gift', t, t.recurringId, recurringGifts, 'cascade'),
    inClient('recurring_gift_lines_fund_fk', t, t.fundId, funds, 'restrict'),
    inClient('recurring_gift_lines_campaign_fk', t, t.campaignId, campaigns, 'restrict'),
  ],
)
