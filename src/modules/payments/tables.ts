import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { gatewayNames, payMethods } from './rules/gateways.ts'
import { paymentStates, refundStates } from './rules/states.ts'
import type { TaxRate } from './rules/tax.ts'

const minor = () => bigint({ mode: 'number' }).notNull()
const closed = { export: 'rows', merge: 'nobody', confidential: { always: 'giving' } } as const

/** A church's account at a gateway. */
export const paymentGateways = clientTable(
  'payment_gateways',
  {
    gateway: text({ enum: gatewayNames }).notNull(),
    enabled: boolean().notNull().default(false),
    /** Fields that are no secrets, by name. */
    fields: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The secrets as one sealed JSON object; null: the sandbox. */
    sealedSecrets: text(),
    /** Last four characters of each secret. */
    last4: jsonb().$type<Record<string, string>>().notNull().default({}),
    environment: text({ enum: ['sandbox', 'production'] })
      .notNull()
      .default('sandbox'),
    mode: text({ enum: ['sandbox', 'test', 'live'] })
      .notNull()
      .default('sandbox'),
    accountName: text().notNull().default(''),
    /** The gateway takes money for this account. */
    charges: boolean().notNull().default(false),
    checkedAt: instant(),
    lastEventAt: instant(),
    lastErrorAt: instant(),
    lastError: text().notNull().default(''),
    reconciledAt: instant(),
  },
  {
    audit: { noun: ['a payment gateway', 'payment gateways'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('payment_gateways_one').on(t.clientId, t.gateway)],
)

/** What checkout offers. */
export const paymentSettings = clientTable(
  'payment_settings',
  {
    currency: text().notNull().default('USD'),
    descriptor: text().notNull().default(''),
    cards: boolean().notNull().default(true),
    ach: boolean().notNull().default(false),
    wallets: boolean().notNull().default(true),
    collectTax: boolean().notNull().default(false),
    taxRates: jsonb().$type<TaxRate[]>().notNull().default([]),
  },
  {
    audit: { noun: ['the payment methods', 'payment methods'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('payment_settings_one').on(t.clientId)],
)

/** A card or an account that a gateway keeps for later charges. We know its last four digits. */
export const savedMethods = clientTable(
  'payment_saved_methods',
  {
    gateway: text({ enum: gatewayNames }).notNull(),
    customerId: text().notNull(),
    methodId: text().notNull(),
    kind: text({ enum: payMethods }).notNull(),
    brand: text().notNull().default(''),
    last4: text().notNull().default(''),
    /** `YYYY-MM` of a card. */
    expires: text(),
    email: text().notNull(),
    removedAt: instant(),
  },
  { ...closed, audit: { noun: ['a saved payment method', 'saved payment methods'] } },
  t => [uniqueIndex('payment_saved_methods_one').on(t.clientId, t.gateway, t.methodId)],
)

/** One attempt to pay for one thing: written before the gateway is asked, paid once the gateway says so. */
export const payments = clientTable(
  'payments',
  {
    /** What is paid for: a gift, an invoice, a form, an appointment. */
    module: text().notNull(),
    refId: uuid().notNull(),
    /** The same key is the same payment. */
    key: text().notNull(),
    gateway: text({ enum: gatewayNames }).notNull(),
    mode: text({ enum: ['sandbox', 'test', 'live'] }).notNull(),
    methods: text({ enum: payMethods }).array().notNull(),
    state: text({ enum: paymentStates }).notNull().default('created'),
    amount: minor(),
    currency: text().notNull(),
    description: text().notNull(),
    payerName: text().notNull(),
    payerEmail: text().notNull(),
    keeps: boolean().notNull().default(false),
    /** Charged without anyone being there. */
    savedId: uuid(),
    returnPath: text().notNull().default('/'),
    checkoutId: text(),
    checkoutUrl: text(),
    checkoutExpiresAt: instant(),
    externalId: text(),
    fee: bigint({ mode: 'number' }),
    refunded: minor().default(0),
    dispute: text({ enum: ['open', 'won', 'lost'] }),
    disputeFee: minor().default(0),
    /** What the books hold of it now: the payment, its fee, and the fee of a dispute. */
    booked: minor().default(0),
    bookedFee: minor().default(0),
    bookedDisputeFee: minor().default(0),
    /** Counts its entries in the ledger. */
    postings: integer().notNull().default(0),
    /** When the gateway was asked for what is known, or said it: an older word changes nothing. */
    factsAt: instant(),
    method: text({ enum: payMethods }),
    brand: text().notNull().default(''),
    last4: text().notNull().default(''),
    problemCode: text().notNull().default(''),
    problem: text().notNull().default(''),
    /** When the gateway says it was paid. */
    paidAt: instant(),
    payoutId: text(),
    /** It has been asked for a charge whose answer did not come. */
    askedAt: instant(),
  },
  { ...closed, audit: { noun: ['a payment', 'payments'] } },
  t => [
    uniqueIndex('payments_key').on(t.clientId, t.module, t.key),
    uniqueIndex('payments_external').on(t.clientId, t.gateway, t.externalId),
    uniqueIndex('payments_checkout').on(t.clientId, t.gateway, t.checkoutId),
    index('payments_ref').on(t.clientId, t.module, t.refId),
    index('payments_saved').on(t.clientId, t.savedId),
    index('payments_payout').on(t.clientId, t.gateway, t.payoutId),
    index('payments_open').on(t.createdAt).where(sql`state in ('created', 'pending')`),
    inClient('payments_saved_fk', t, t.savedId, savedMethods, 'restrict'),
  ],
)

/** Money that goes back, as far as we asked for it; what a gateway did on its own is in `payments.refunded`. */
export const paymentRefunds = clientTable(
  'payment_refunds',
  {
    paymentId: uuid().notNull(),
    amount: minor(),
    reason: text().notNull(),
    state: text({ enum: refundStates }).notNull().default('asked'),
    externalId: text(),
    problem: text().notNull().default(''),
    askedBy: uuid(),
  },
  { ...closed, audit: { noun: ['a refund', 'refunds'] } },
  t => [
    index('payment_refunds_payment').on(t.clientId, t.paymentId),
    inClient('payment_refunds_payment_fk', t, t.paymentId, payments, 'restrict'),
  ],
)

/** What gateways told us, in the order in which it arrived: stored first, acted on by a job. */
export const paymentEvents = clientTable(
  'payment_events',
  {
    gateway: text({ enum: gatewayNames }).notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    about: text({ enum: ['checkout', 'payment', 'payout', 'other'] }).notNull(),
    objectId: text().notNull(),
    /** What came with it, from a gateway that can't be asked. */
    facts: jsonb().$type<Record<string, unknown>>(),
    sentAt: instant(),
    state: text({ enum: ['new', 'done', 'failed', 'ignored'] })
      .notNull()
      .default('new'),
    attempts: integer().notNull().default(0),
    problem: text().notNull().default(''),
    processedAt: instant(),
  },
  { ...closed, audit: { none: 'What gateways say is its own record' } },
  t => [
    uniqueIndex('payment_events_one').on(t.clientId, t.gateway, t.eventId),
    index('payment_events_newest').on(t.clientId, t.id),
  ],
)

/** What a gateway sent to the church's bank. */
export const payouts = clientTable(
  'payment_payouts',
  {
    gateway: text({ enum: gatewayNames }).notNull(),
    externalId: text().notNull(),
    amount: minor(),
    currency: text().notNull(),
    state: text({ enum: ['pending', 'paid', 'failed'] }).notNull(),
    arrivesOn: date().notNull(),
  },
  { ...closed, audit: { none: 'What gateways say is its own record' } },
  t => [uniqueIndex('payment_payouts_one').on(t.clientId, t.gateway, t.externalId)],
)

/** Where a gateway and our books differ; closed once they agree again. */
export const paymentDifferences = clientTable(
  'payment_differences',
  {
    gateway: text({ enum: gatewayNames }).notNull(),
    /** Id of the payment at the gateway. */
    externalId: text().notNull(),
    paymentId: uuid(),
    kind: text({ enum: ['unknown', 'missing', 'amount', 'currency', 'state', 'fee', 'refund'] }).notNull(),
    theirs: text().notNull(),
    ours: text().notNull(),
    settledAt: instant(),
  },
  { ...closed, audit: { none: 'Found anew every night' } },
  t => [
    uniqueIndex('payment_differences_one').on(t.clientId, t.gateway, t.externalId, t.kind),
    index('payment_differences_payment').on(t.clientId, t.paymentId),
    inClient('payment_differences_payment_fk', t, t.paymentId, payments, 'cascade'),
  ],
)

/** A payment that a visitor's browser began within the last day: where from, and which cards were declined. */
export const paymentTries = clientTable(
  'payment_tries',
  {
    paymentId: uuid().notNull(),
    /** Keyed hashes: of the network, and of the network with the browser. A kiosk has its own. */
    place: text().notNull(),
    device: text().notNull(),
    /** Paid, or a bank debit that is on its way. */
    settled: boolean().notNull().default(false),
    declines: integer().notNull().default(0),
    /** Keyed hashes of the cards that were declined. */
    cards: text().array().notNull().default([]),
  },
  {
    audit: { none: 'One row for each payment that was begun, kept for a day' },
    export: { none: 'Holds nothing of what was paid' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('payment_tries_payment').on(t.clientId, t.paymentId),
    index('payment_tries_recent').on(t.clientId, t.place, t.createdAt),
  ],
)
