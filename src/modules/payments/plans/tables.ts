import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { planGateways, planIntervals, planStates } from './rules.ts'

/** What a church or business sells to its own customers again and again. Its prices are rows of their own. */
export const salePlans = clientTable(
  'sale_plans',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Never changed: another currency is another plan. */
    currency: text().notNull(),
    trialDays: integer().notNull().default(14),
    /** How many payments it takes until nothing more is owed; null: it goes on until it is canceled. */
    times: integer(),
    features: text().array().notNull().default([]),
    isPopular: boolean().notNull().default(false),
    state: text({ enum: planStates }).notNull().default('active'),
    /** Null: every enabled one. */
    gateways: text({ enum: planGateways }).array(),
    /** Of the public page where it is sold. */
    linkToken: text().notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a subscription plan', 'subscription plans'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sale_plans_link').on(t.linkToken)],
)

/** A price of a plan. Those who subscribed keep theirs until they are moved; the one without `replacedAt` is for new ones. */
export const salePrices = clientTable(
  'sale_prices',
  {
    planId: uuid().notNull(),
    /** Minor units of the plan's currency. */
    amount: bigint({ mode: 'number' }).notNull(),
    interval: text({ enum: planIntervals }).notNull(),
    replacedAt: instant(),
    /** Those who pay this price are moved to the new one when they next renew. */
    movesAtRenewal: boolean().notNull().default(false),
    /** Subscriptions at this price. */
    sold: integer().notNull().default(0),
  },
  { audit: { noun: ['a price', 'prices'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('sale_prices_plan').on(t.clientId, t.planId),
    uniqueIndex('sale_prices_current').on(t.clientId, t.planId).where(sql`replaced_at is null`),
    inClient('sale_prices_plan_fk', t, t.planId, salePlans),
  ],
)
