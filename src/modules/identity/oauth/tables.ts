import { sql } from 'drizzle-orm'
import { index, jsonb, primaryKey, snakeCase, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#kernel/tables.ts'
import { users } from '../tables.ts'

const auth = snakeCase.schema('auth')

/** Programs of others that people may sign in to with their Lampstand account; registered by the operator. */
export const oauthClients = auth.table('oauth_clients', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  name: text().notNull(),
  type: text({ enum: ['public', 'confidential'] }).notNull(),
  authMethod: text({ enum: ['none', 'client_secret_basic', 'client_secret_post'] }).notNull(),
  /** SHA-256 of the secret; null for a public client, which can't keep one. */
  secretHash: text(),
  uri: text().notNull().default(''),
  logoUri: text().notNull().default(''),
  /** Compared character by character. */
  redirectUris: jsonb().$type<string[]>().notNull(),
  grantTypes: jsonb().$type<string[]>().notNull(),
  /** The scopes that it may ask for, space-separated; empty means all. */
  scope: text().notNull().default(''),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
})

const ofClient = () =>
  uuid()
    .notNull()
    .references(() => oauthClients.id, { onDelete: 'cascade' })

/** One request to sign in to a program: asked, then decided by a person, then a code that is exchanged once. */
export const oauthAuthorizations = auth.table(
  'oauth_authorizations',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    oauthClientId: ofClient(),
    /** Who opened the consent page first: nobody else decides. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    redirectUri: text().notNull(),
    scope: text().notNull(),
    state: text(),
    /** Goes into the ID token as it came. */
    nonce: text(),
    /** PKCE, S256. */
    codeChallenge: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    decidedAt: instant(),
    codeHash: text(),
    codeExpiresAt: instant(),
    codeUsedAt: instant(),
  },
  t => [
    index('oauth_authorizations_client').on(t.oauthClientId),
    index('oauth_authorizations_user').on(t.userId, t.oauthClientId),
    index('oauth_authorizations_expiry').on(t.expiresAt).where(sql`code_used_at is null`),
    uniqueIndex('oauth_authorizations_code').on(t.codeHash),
  ],
)

/** What someone has allowed a program to know. */
export const oauthGrants = auth.table(
  'oauth_grants',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oauthClientId: ofClient(),
    scopes: jsonb().$type<string[]>().notNull(),
    grantedAt: instant().notNull(),
    revokedAt: instant(),
  },
  t => [primaryKey({ columns: [t.userId, t.oauthClientId] }), index('oauth_grants_client').on(t.oauthClientId)],
)

/** Tokens of one authorization: they end together when a code or a refresh token is used twice. */
export const oauthTokens = auth.table(
  'oauth_tokens',
  {
    /** SHA-256 of the token. */
    hash: text().primaryKey(),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    authorizationId: uuid()
      .notNull()
      .references(() => oauthAuthorizations.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    /** A refresh token is good once. */
    usedAt: instant(),
  },
  t => [index('oauth_tokens_authorization').on(t.authorizationId)],
)

/** The audit log of these tables: rows outlive the program and the user that they are about. */
export const oauthEvents = auth.table(
  'oauth_events',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    at: instant().notNull().defaultNow(),
    what: text().notNull(),
    oauthClientId: uuid().notNull(),
    clientName: text().notNull(),
    /** Null where a program of the operator did it. */
    userId: uuid(),
    requestId: text().notNull(),
    ip: text().notNull().default(''),
  },
  t => [index('oauth_events_client').on(t.oauthClientId), index('oauth_events_user').on(t.userId)],
)
