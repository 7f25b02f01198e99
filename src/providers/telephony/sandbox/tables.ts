import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, snakeCase, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, operatorPolicies } from '#kernel/tables.ts'
import type { Kind } from './rules.ts'

/** What the sandbox carrier stands in for: accounts, numbers, calls, recordings. */
export const carrierObjects = snakeCase.table(
  'carrier_sandbox_objects',
  {
    sid: text().primaryKey(),
    kind: text().$type<Kind>().notNull(),
    account: text().notNull(),
    /** Of a number its digits, of a call the one that it belongs to, of a recording its call. */
    key: text().notNull().default(''),
    data: jsonb().notNull(),
    /** When the next thing happens to it. */
    dueAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  t => [
    index('carrier_sandbox_of').on(t.account, t.kind, t.key),
    uniqueIndex('carrier_sandbox_number').on(t.key).where(sql`kind = 'number'`),
    index('carrier_sandbox_due').on(t.dueAt).where(sql`due_at is not null`),
    ...operatorPolicies('carrier_sandbox_objects'),
  ],
)

/** Every text that it took or brought. */
export const carrierTexts = snakeCase.table(
  'carrier_sandbox_texts',
  {
    sid: text().primaryKey(),
    account: text().notNull(),
    direction: text({ enum: ['out', 'in'] }).notNull(),
    sender: text().notNull(),
    recipient: text().notNull(),
    body: text().notNull(),
    media: jsonb().$type<string[]>().notNull().default([]),
    state: text({ enum: ['queued', 'sent', 'delivered', 'undelivered', 'failed'] }).notNull(),
    errorCode: text(),
    segments: integer().notNull().default(1),
    /** Millionths of a dollar. */
    price: bigint({ mode: 'number' }),
    createdAt: instant().notNull().defaultNow(),
  },
  t => [
    index('carrier_sandbox_texts_to').on(t.account, t.recipient, t.createdAt),
    ...operatorPolicies('carrier_sandbox_texts'),
  ],
)

/** Notices, signed and posted to our own addresses until they are taken. */
export const carrierCallbacks = snakeCase.table(
  'carrier_sandbox_callbacks',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    account: text().notNull(),
    url: text().notNull(),
    params: jsonb().$type<Record<string, string>>().notNull(),
    /** The call that goes on with what is answered. */
    callSid: text(),
    dueAt: instant().notNull(),
    tries: integer().notNull().default(0),
  },
  t => [index('carrier_sandbox_callbacks_due').on(t.dueAt), ...operatorPolicies('carrier_sandbox_callbacks')],
)
