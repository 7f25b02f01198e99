import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { planIntervals } from '../plans/rules.ts'
import { salePlans, salePrices } from '../plans/tables.ts'
import { savedMethods } from '../tables.ts'
import { canceledBy, subscriptionStates } from './rules/states.ts'

/** Someone who pays for a plan again and again, at the price they subscribed at. */
export const planSubscriptions = clientTable(
  'plan_subscriptions',
  {
    planId: uuid().notNull(),
    priceId: uuid().notNull(),
    /** Null until the first payment. */
    personId: uuid(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    /** Of the page: sent twice, it is one subscription. */
    key: text().notNull(),
    /** Minor units of each payment before tax, as it was when they subscribed. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    interval: text({ enum: planIntervals }).notNull(),
    trialDays: integer().notNull().default(0),
    state: text({ enum: subscriptionStates }).notNull().default('pending'),
    /** A local day from which all dates are counted: the 31st comes back after February. */
    anchor: date().notNull(),
    /** Paid until the day before. */
    nextOn: date().notNull(),
    /** When it is charged: that date, or the day of a retry. */
    tryOn: date().notNull(),
    savedId: uuid(),
    /** Charges that failed in a row, since when, and why the last one did. */
    failures: integer().notNull().default(0),
    failedOn: date(),
    problem: text().notNull().default(''),
    /** The failed payment that was last acted on. */
    answeredPaymentId: uuid(),
    startedAt: instant(),
    canceledAt: instant(),
    canceledBy: text({ enum: canceledBy }),
  },
  {
    audit: { noun: ['a plan subscription', 'plan subscriptions'] },
    export: 'rows',
    merge: 'moves',
    confidential: { always: 'giving' },
  },
  t => [
    uniqueIndex('plan_subscriptions_key').on(t.clientId, t.key),
    index('plan_subscriptions_plan').on(t.clientId, t.planId, t.state),
    index('plan_subscriptions_price').on(t.clientId, t.priceId),
    index('plan_subscriptions_person').on(t.clientId, t.personId),
    index('plan_subscriptions_saved').on(t.clientId, t.savedId),
    index('plan_subscriptions_due').on(t.tryOn).where(sql`state = 'active'`),
    inClient('plan_subscriptions_plan_fk', t, t.planId, salePlans, 'restrict'),
    inClient('plan_subscriptions_price_fk', t, t.priceId, salePrices, 'restrict'),
    inClient('plan_subscriptions_person_fk', t, t.personId, people, 'restrict'),
    inClient('plan_subscriptions_saved_fk', t, t.savedId, savedMethods, 'restrict'),
  ],
)

/** One period of a subscription; what it costs and how it is paid is the sale of the same id. */
export const planCharges = clientTable(
  'plan_charges',
  {
    subscriptionId: uuid().notNull(),
    /** The local day on which the period begins. */
    periodOn: date().notNull(),
    /** Its first payment moved the dates. */
    settledAt: instant(),
  },
  {
    audit: { noun: ['a charge of a subscription', 'charges of subscriptions'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { always: 'giving' },
  },
  t => [
    uniqueIndex('plan_charges_period').on(t.clientId, t.subscriptionId, t.periodOn),
    inClient('plan_charges_subscription_fk', t, t.subscriptionId, planSubscriptions, 'cascade'),
  ],
)
