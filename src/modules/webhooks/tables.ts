import { index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import type { Permission } from '#kernel/permissions.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { deliveryStates } from './rules.ts'

/** Addresses of outside programs that are told of events. `enter_key` of house.sql reads their scopes. */
export const webhookEndpoints = clientTable(
  'webhook_endpoints',
  {
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().notNull(),
    scopes: text().array().$type<Permission>().notNull(),
    /** The member whose rights limit what is sent. */
    createdBy: uuid().notNull(),
    /** Sealed; requests are signed with it. */
    secret: text().notNull(),
    previousSecret: text(),
    previousSecretExpiresAt: instant(),
    disabledAt: instant(),
    /** Why it was disabled, as a sentence; empty while enabled. */
    disabledReason: text().notNull().default(''),
    /** The first failure since the last success. */
    failingSince: instant(),
  },
  {
    audit: { noun: ['a webhook endpoint', 'webhook endpoints'] },
    export: { none: 'Credentials belong to this installation' },
    merge: 'nobody',
    confidential: 'nothing',
  },
)

export interface Attempt {
  /** ISO 8601 */
  at: string
  /** HTTP status; null where no answer came. */
  status: number | null
  /** What went wrong, as a sentence; null after a success. */
  problem: string | null
  /** Milliseconds until the answer. */
  took: number
}

/** An event for one endpoint. Its id is the `webhook-id` of each attempt; it holds ids, and what is sent is read anew. */
export const webhookDeliveries = clientTable(
  'webhook_deliveries',
  {
    endpointId: uuid().notNull(),
    type: text().notNull(),
    /** Input of the reading call. */
    input: jsonb().$type<object>().notNull(),
    details: jsonb().$type<object>().notNull(),
    occurredAt: instant().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('pending'),
    /** Scheduled attempts so far; a replay adds to the log and not to these. */
    tries: integer().notNull().default(0),
    attempts: jsonb().$type<Attempt[]>().notNull().default([]),
    nextAttemptAt: instant(),
    deliveredAt: instant(),
  },
  {
    audit: { none: 'It is a log of its own' },
    export: { none: 'A log of the last 30 days' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('webhook_deliveries_endpoint', t, t.endpointId, webhookEndpoints),
    index('webhook_deliveries_of').on(t.clientId, t.endpointId, t.id),
    index('webhook_deliveries_occurred').on(t.occurredAt),
  ],
)
