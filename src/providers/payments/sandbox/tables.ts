import { sql } from 'drizzle-orm'
import { index, integer, jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, operatorPolicies } from '#kernel/tables.ts'
import type { Kind } from './rules.ts'

/** What the sandbox stands in for: accounts, pages, kept methods, payments, refunds, payouts. */
export const gatewayObjects = snakeCase.table(
  'payments_sandbox_objects',
  {
    id: text().primaryKey(),
    kind: text().$type<Kind>().notNull(),
    /** `stripe:` and the church's id */
    account: text().notNull(),
    /** What makes a repeated call harmless; '' where nothing is repeated. */
    key: text().notNull().default(''),
    data: jsonb().notNull(),
    /** When its time comes: a page ends, a bank debit settles, money is paid out. */
    dueAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    changedAt: instant().notNull().defaultNow(),
  },
  t => [
    uniqueIndex('payments_sandbox_key').on(t.account, t.kind, t.key).where(sql`key <> ''`),
    index('payments_sandbox_of').on(t.account, t.kind, t.changedAt),
    index('payments_sandbox_due').on(t.dueAt).where(sql`due_at is not null`),
    ...operatorPolicies('payments_sandbox_objects'),
  ],
)

/** Notices, signed and posted to our own webhooks until they are taken. */
export const gatewayNotices = snakeCase.table(
  'payments_sandbox_notices',
  {
    id: text().primaryKey(),
    account: text().notNull(),
    body: text().notNull(),
    dueAt: instant().notNull(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  t => [index('payments_sandbox_waiting').on(t.dueAt, t.createdAt), ...operatorPolicies('payments_sandbox_notices')],
)
