import { index, jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, operatorPolicies } from '#kernel/tables.ts'
import type { Kind } from './rules.ts'

/** What the sandbox stands in for: products, customers, subscriptions, invoices, pages. */
export const sandboxObjects = snakeCase.table(
  'stripe_sandbox_objects',
  {
    id: text().primaryKey(),
    kind: text().$type<Kind>().notNull(),
    /** Whose it is; null for products and prices. */
    customer: text(),
    data: jsonb().notNull(),
    /** When its time comes: the end of a trial or period, the next try of a payment. */
    dueAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  t => [
    index('stripe_sandbox_customer').on(t.customer, t.kind),
    index('stripe_sandbox_due').on(t.dueAt),
    ...operatorPolicies('stripe_sandbox_objects'),
  ],
)

/** Notices, signed and posted to our own webhook until it takes them. */
export const sandboxNotices = snakeCase.table(
  'stripe_sandbox_notices',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    deliveredAt: instant(),
  },
  t => [
    index('stripe_sandbox_waiting').on(t.deliveredAt, t.createdAt),
    uniqueIndex('stripe_sandbox_notice').on(t.id),
    ...operatorPolicies('stripe_sandbox_notices'),
  ],
)
