import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  snakeCase,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant, sharedPolicies } from '#kernel/tables.ts'
import { eventStates, invoiceStates, subscriptionStates, syncStates } from './rules/states.ts'
import { families, intervals, type PlanTerms } from './rules.ts'

const key = () => uuid().primaryKey().default(sql`uuidv7()`)
const dates = () => ({ createdAt: instant().notNull().defaultNow(), updatedAt: instant().notNull().defaultNow() })

/** What Lampstand sells; the same product stands at the payment provider. */
export const products = snakeCase.table(
  'products',
  {
    id: key(),
    ...dates(),
    version: integer().notNull().default(1),
    name: text().notNull(),
    description: text().notNull().default(''),
    active: boolean().notNull().default(true),
    /** Whether the provider knows it as it stands here. */
    syncState: text({ enum: syncStates }).notNull().default('pending'),
    syncProblem: text(),
    /** Whose ids these are: stripe or sandbox. */
    provider: text(),
    stripeProductId: text(),
  },
  () => sharedPolicies('products'),
)

/** An amount is never changed: a new price takes its place, and those who pay the old one may keep it. */
export const prices = snakeCase.table(
  'prices',
  {
    id: key(),
    ...dates(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Minor units of `currency`. */
    unitAmount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    interval: text({ enum: intervals }).notNull(),
    active: boolean().notNull().default(true),
    provider: text(),
    stripePriceId: text(),
  },
  t => [
    index('prices_product').on(t.productId),
    uniqueIndex('prices_on_sale').on(t.productId, t.interval, t.currency).where(sql`active`),
    uniqueIndex('prices_stripe').on(t.stripePriceId),
    ...sharedPolicies('prices'),
  ],
)

/** The two price lists: which product stands on which, with what it allows. */
export const pricingPlans = snakeCase.table(
  'pricing_plans',
  {
    id: key(),
    ...dates(),
    family: text({ enum: families }).notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    popular: boolean().notNull().default(false),
    features: jsonb().$type<string[]>().notNull().default([]),
    limits: jsonb().$type<PlanTerms['limits']>().notNull().default({}),
    /** Features that it has. */
    grants: jsonb().$type<PlanTerms['grants']>().notNull().default([]),
    trialDays: integer().notNull().default(14),
  },
  t => [uniqueIndex('pricing_plans_product').on(t.productId), ...sharedPolicies('pricing_plans')],
)

/** The account as the payment provider knows it. */
export const billingCustomers = clientTable(
  'billing_customers',
  {
    provider: text().notNull(),
    stripeCustomerId: text().notNull(),
    /** brand and last four digits, as the provider says; null without a card */
    card: text(),
    /** Milliseconds by which a test clock is ahead of ours; 0 outside the sandbox. */
    clockShift: bigint({ mode: 'number' }).notNull().default(0),
  },
  {
    audit: { noun: ['the billing profile', 'billing profiles'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('billing_customers_one').on(t.clientId, t.provider),
    uniqueIndex('billing_customers_stripe').on(t.stripeCustomerId),
  ],
)

/** What the provider last said of a subscription; it is the truth, this is its mirror. */
export const subscriptions = clientTable(
  'subscriptions',
  {
    /** Who bought it. */
    userId: uuid(),
    provider: text().notNull(),
    stripeSubscriptionId: text().notNull(),
    stripeCustomerId: text().notNull(),
    priceId: uuid()
      .notNull()
      .references(() => prices.id),
    status: text({ enum: subscriptionStates }).notNull(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    trialEnd: instant(),
    canceledAt: instant(),
    endedAt: instant(),
    /** A downgrade that takes effect with the next period. */
    nextPriceId: uuid().references(() => prices.id),
    /** Since when a payment has been owed. */
    pastDueSince: instant(),
    /** When the provider made it: of two, the one that came first stays. */
    startedAt: instant().notNull(),
    /** Free of charge, given by the operator. */
    comp: boolean().notNull().default(false),
    /** When the provider was asked for what stands here. */
    syncedAt: instant().notNull(),
  },
  { audit: { noun: ['a subscription', 'subscriptions'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('subscriptions_next_price').on(t.nextPriceId),
    uniqueIndex('subscriptions_stripe').on(t.stripeSubscriptionId),
    index('subscriptions_newest').on(t.clientId, t.startedAt),
    index('subscriptions_price').on(t.priceId),
  ],
)

export const invoices = clientTable(
  'invoices',
  {
    subscriptionId: uuid().notNull(),
    stripeInvoiceId: text().notNull(),
    number: text().notNull().default(''),
    status: text({ enum: invoiceStates }).notNull(),
    /** Minor units of `currency`. */
    amountDue: bigint({ mode: 'number' }).notNull(),
    amountPaid: bigint({ mode: 'number' }).notNull(),
    amountRefunded: bigint({ mode: 'number' }).notNull().default(0),
    currency: text().notNull(),
    periodStart: instant().notNull(),
    periodEnd: instant().notNull(),
    issuedAt: instant().notNull(),
    /** The provider's own page of it. */
    url: text(),
  },
  { audit: { noun: ['an invoice', 'invoices'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('invoices_stripe').on(t.stripeInvoiceId),
    index('invoices_newest').on(t.clientId, t.issuedAt),
    inClient('invoices_subscription', t, t.subscriptionId, subscriptions),
    index('invoices_of_subscription').on(t.clientId, t.subscriptionId),
  ],
)

/** Each notice of the provider, once; kept in the operator's own account. */
export const stripeEvents = clientTable(
  'stripe_events',
  {
    eventId: text().notNull(),
    type: text().notNull(),
    objectId: text().notNull(),
    state: text({ enum: eventStates }).notNull().default('received'),
    problem: text(),
    processedAt: instant(),
  },
  {
    audit: {
      quiet: 'Each is followed in its own row',
      noun: ['a notice of the payment provider', 'notices of the payment provider'],
    },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('stripe_events_once').on(t.clientId, t.eventId),
    index('stripe_events_newest').on(t.clientId, t.createdAt),
  ],
)

/** That a share of a limit was reached and told, until usage falls below it again. */
export const limitNotices = clientTable(
  'limit_notices',
  { key: text().notNull(), percent: integer().notNull(), clearedAt: timestamp({ withTimezone: true, mode: 'date' }) },
  {
    audit: {
      quiet: 'Written by the job that sends them',
      noun: ['a notice about a plan limit', 'notices about plan limits'],
    },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('limit_notices_open').on(t.clientId, t.key, t.percent).where(sql`cleared_at is null`)],
)
