import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Permission } from '#kernel/permissions.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'

/** Keys of outside programs. `enter_key` of house.sql reads them: it says who is asking. */
export const apiKeys = clientTable(
  'api_keys',
  {
    name: text().notNull(),
    /** SHA-256 of the key; the key itself is shown once and not kept. */
    hash: text().notNull(),
    hint: text().notNull(),
    scopes: text().array().$type<Permission>().notNull(),
    /** The member whose rights limit it. */
    createdBy: uuid().notNull(),
    expiresAt: instant(),
    rotatedAt: instant(),
    /** After a rotation the former secret works until then. */
    previousHash: text(),
    previousExpiresAt: instant(),
    revokedAt: instant(),
  },
  {
    audit: { noun: ['an API key', 'API keys'] },
    export: { none: 'Credentials belong to this installation' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('api_keys_hash').on(t.hash), uniqueIndex('api_keys_previous_hash').on(t.previousHash)],
)

/** Calls in the current minute, for the rate limit, and the last use. Written by `count_api_call` of house.sql. */
export const apiKeyUsage = clientTable(
  'api_key_usage',
  {
    keyId: uuid().notNull(),
    windowStartedAt: instant().notNull(),
    calls: integer().notNull(),
    lastUsedAt: instant().notNull(),
  },
  {
    audit: { none: 'Changes with every call' },
    export: { none: 'Belongs to the API keys' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('api_key_usage_key').on(t.clientId, t.keyId),
    inClient('api_key_usage_key_id', t, t.keyId, apiKeys),
  ],
)

/** What a call with an Idempotency-Key was answered, for a day. */
export const idempotencyKeys = clientTable(
  'idempotency_keys',
  {
    /** Who called: `key:<id>` or `user:<id>`. */
    actor: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the body. */
    bodyHash: text().notNull(),
    /** `running`: a call that reaches an outside service has not ended yet, or its process was killed. */
    state: text({ enum: ['running', 'done', 'secret'] }).notNull(),
    /** JSON as it was sent; null while running, and where it held a secret. */
    answer: text(),
    calledAt: instant().notNull(),
  },
  {
    audit: { none: 'The call itself leaves its trace' },
    export: { none: 'Kept for retries only, for a day' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('idempotency_keys_call').on(t.clientId, t.actor, t.path, t.key),
    index('idempotency_keys_called').on(t.calledAt),
  ],
)
