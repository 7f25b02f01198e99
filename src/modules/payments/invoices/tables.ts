import { bigint, boolean, date, index, integer, jsonb, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { type LateFeeTerms, lateFeeKinds, lateFeeRepeats } from './rules/late-fees.ts'
import { invoiceEventKinds, invoiceStates } from './rules/states.ts'
import { paymentTerms } from './rules/terms.ts'

const minor = () => bigint({ mode: 'number' })
const giving = { always: 'giving' } as const
const written = { none: 'Never changed: they are their own trail, beside the timeline of their invoice' } as const

/** How an account's invoices look, when they are due and what happens when they are late; one row, once it was saved. */
export const invoiceSettings = clientTable(
  'sales_invoice_settings',
  {
    businessName: text().notNull(),
    businessAddress: text().notNull(),
    footer: text().notNull(),
    hasLogo: boolean().notNull(),
    terms: text({ enum: paymentTerms }).notNull(),
    lateFees: boolean().notNull(),
    lateFeeKind: text({ enum: lateFeeKinds }).notNull(),
    /** Percent. */
    lateFeeRate: numeric({ precision: 7, scale: 3, mode: 'number' }).notNull(),
    lateFeeAmount: minor().notNull(),
    graceDays: integer().notNull(),
    lateFeeRepeat: text({ enum: lateFeeRepeats }).notNull(),
    lateFeeCap: minor(),
    reminders: boolean().notNull(),
    /** Days from the due date. */
    schedule: integer().array().notNull(),
    replyTo: text().notNull(),
  },
  {
    audit: { noun: ['the invoice settings', 'invoice settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [uniqueIndex('sales_invoice_settings_one').on(t.clientId)],
)

/** The last number of a year. A transaction that takes one holds the row until it commits, so no number is lost. */
export const invoiceCounters = clientTable(
  'sales_invoice_counters',
  { kind: text({ enum: ['INV', 'CN'] }).notNull(), year: integer().notNull(), last: integer().notNull() },
  { audit: { none: 'A counter' }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [uniqueIndex('sales_invoice_counters_kind').on(t.clientId, t.kind, t.year)],
)

/** Who invoices, as the invoice says it. */
export interface Issuer {
  name: string
  address: string
  footer: string
  /** A file of the account's own; null: no logo. */
  logoId: string | null
}

/** An invoice. Once it is finalized a trigger keeps what it says; sums and state follow payments, credit notes and fees. */
export const invoices = clientTable(
  'sales_invoices',
  {
    state: text({ enum: invoiceStates }).notNull().default('draft'),
    /** Null while it is a draft. */
    number: text(),
    personId: uuid(),
    customerName: text().notNull(),
    customerEmail: text().notNull().default(''),
    customerAddress: text().notNull().default(''),
    currency: text().notNull(),
    terms: text({ enum: paymentTerms }).notNull(),
    memo: text().notNull().default(''),
    issuedOn: date(),
    dueOn: date(),
    subtotal: minor().notNull().default(0),
    tax: minor().notNull().default(0),
    total: minor().notNull().default(0),
    issuer: jsonb().$type<Issuer>(),
    lateFeeTerms: jsonb().$type<LateFeeTerms>(),
    /** Sums of the rows below. */
    paid: minor().notNull().default(0),
    credited: minor().notNull().default(0),
    fees: minor().notNull().default(0),
    lateFeesPaused: boolean().notNull().default(false),
    remindersStopped: text({ enum: ['staff', 'replied', 'unreachable'] }),
    /** Hash of the token in its link, and the token itself, encrypted, so that the link can be sent again. */
    tokenHash: text(),
    tokenSealed: text(),
    finalizedAt: instant(),
    sentAt: instant(),
    viewedAt: instant(),
    paidAt: instant(),
    createdBy: uuid(),
  },
  { audit: { noun: ['an invoice', 'invoices'] }, export: 'rows', merge: 'moves', confidential: giving },
  t => [
    uniqueIndex('sales_invoices_number').on(t.clientId, t.number),
    uniqueIndex('sales_invoices_token').on(t.tokenHash),
    index('sales_invoices_person').on(t.clientId, t.personId),
    index('sales_invoices_state').on(t.clientId, t.state, t.dueOn),
    index('sales_invoices_email').on(t.clientId, t.customerEmail),
  ],
)

/** What is charged for. The tax rate is the one that held then. */
export const invoiceLines = clientTable(
  'sales_invoice_lines',
  {
    invoiceId: uuid().notNull(),
    place: integer().notNull(),
    description: text().notNull(),
    quantity: numeric({ precision: 14, scale: 3, mode: 'number' }).notNull(),
    unitAmount: minor().notNull(),
    taxName: text().notNull().default(''),
    /** Percent. */
    taxRate: numeric({ precision: 7, scale: 3, mode: 'number' }).notNull().default(0),
    amount: minor().notNull(),
    tax: minor().notNull(),
  },
  { audit: { quiet: 'Lines of an invoice' }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('sales_invoice_lines_place').on(t.clientId, t.invoiceId, t.place),
    inClient('sales_invoice_lines_invoice', t, t.invoiceId, invoices),
  ],
)

/** Money that came in for an invoice: by hand, through a gateway, or as a credit from another invoice of the customer. */
export const invoicePayments = clientTable(
  'sales_invoice_payments',
  {
    invoiceId: uuid().notNull(),
    /** Of the payments kernel; null: recorded by hand. */
    paymentId: uuid(),
    /** The invoice that the credit comes from or goes to. */
    creditInvoiceId: uuid(),
    /** Made by the screen: sent twice, it is one. */
    key: text().notNull(),
    method: text().notNull(),
    /** What is left of it after refunds and disputes; negative: a credit that went to another invoice. */
    amount: minor().notNull(),
    /** When it was paid, by the gateway's or the bank's word. */
    paidAt: instant().notNull(),
    reference: text().notNull().default(''),
    /** How many postings it has, for the key of the next. */
    postings: integer().notNull().default(0),
    removedAt: instant(),
  },
  {
    audit: { noun: ['a payment of an invoice', 'payments of invoices'] },
    export: 'rows',
    merge: 'nobody',
    confidential: giving,
  },
  t => [
    uniqueIndex('sales_invoice_payments_payment').on(t.clientId, t.paymentId),
    uniqueIndex('sales_invoice_payments_key').on(t.clientId, t.invoiceId, t.key),
    inClient('sales_invoice_payments_invoice', t, t.invoiceId, invoices, 'restrict'),
  ],
)

/** What takes something off a finalized invoice. */
export const invoiceCredits = clientTable(
  'sales_invoice_credits',
  {
    invoiceId: uuid().notNull(),
    key: text().notNull(),
    number: text().notNull(),
    issuedOn: date().notNull(),
    amount: minor().notNull(),
    tax: minor().notNull(),
    reason: text().notNull(),
    createdBy: uuid(),
  },
  { audit: { noun: ['a credit note', 'credit notes'] }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('sales_invoice_credits_number').on(t.clientId, t.number),
    uniqueIndex('sales_invoice_credits_key').on(t.clientId, t.invoiceId, t.key),
    inClient('sales_invoice_credits_invoice', t, t.invoiceId, invoices, 'restrict'),
  ],
)

/** A late fee: one for each period of an invoice. */
export const invoiceFees = clientTable(
  'sales_invoice_fees',
  {
    invoiceId: uuid().notNull(),
    period: integer().notNull(),
    chargedOn: date().notNull(),
    amount: minor().notNull(),
    /** Reversed, because a payment turned out to be in time. */
    reversed: minor().notNull().default(0),
    reversals: integer().notNull().default(0),
  },
  { audit: { noun: ['a late fee', 'late fees'] }, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('sales_invoice_fees_period').on(t.clientId, t.invoiceId, t.period),
    inClient('sales_invoice_fees_invoice', t, t.invoiceId, invoices, 'restrict'),
  ],
)

/** What happened to an invoice. */
export const invoiceEvents = clientTable(
  'sales_invoice_events',
  {
    invoiceId: uuid().notNull(),
    kind: text({ enum: invoiceEventKinds }).notNull(),
    /** The member; null: a job, the customer or the gateway. */
    userId: uuid(),
    amount: minor(),
    detail: text().notNull().default(''),
    /** Of what happens once: `reminder 3`. */
    key: text(),
    happenedAt: instant().notNull(),
  },
  { audit: written, export: 'rows', merge: 'nobody', confidential: giving },
  t => [
    uniqueIndex('sales_invoice_events_key').on(t.clientId, t.invoiceId, t.key),
    index('sales_invoice_events_invoice').on(t.clientId, t.invoiceId, t.happenedAt),
    inClient('sales_invoice_events_invoice', t, t.invoiceId, invoices),
  ],
)
