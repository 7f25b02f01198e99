import { bigint, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import type { SaleLine, SaleTax } from './rules.ts'
import { saleStates } from './rules.ts'

const minor = () => bigint({ mode: 'number' }).notNull()

/**
 * What one buyer buys at once through a form, an appointment or a plan: prices as they were shown. It says what for and
 * not who, so that anyone who reads the submission may see whether it is paid.
 */
export const sales = clientTable(
  'sales',
  {
    module: text().notNull(),
    /** The submission, the appointment. */
    refId: uuid().notNull(),
    currency: text().notNull(),
    lines: jsonb().$type<SaleLine[]>().notNull(),
    taxes: jsonb().$type<SaleTax[]>().notNull(),
    tax: minor(),
    /** With tax. */
    total: minor(),
    state: text({ enum: saleStates }).notNull().default('unpaid'),
    refunded: minor().default(0),
    paidAt: instant(),
    /** Who bought it on a page, as links tell visitors apart: a payment that comes later counts for their visit. */
    visitor: jsonb().$type<{ id: string; before: string }>(),
    /** What the books hold as sold, with tax. */
    booked: minor().default(0),
    /** Counts its entries in the ledger. */
    postings: integer().notNull().default(0),
  },
  { audit: { noun: ['a sale', 'sales'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('sales_ref').on(t.clientId, t.module, t.refId)],
)
