import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgPolicy,
  snakeCase,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { identityPolicy, instant, platformRole } from '#kernel/tables.ts'

/**
 * A person who signs in. What proves it (password, sessions) lies in schema auth, out of reach of requests. Whom a request may
 * see says a policy of `clients`, which knows who is a member.
 */
export const users = snakeCase.table(
  'users',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    /** Lower case. */
    email: text().notNull(),
    name: text().notNull().default(''),
    avatarUrl: text(),
    /** admin runs Lampstand itself. */
    role: text({ enum: ['admin', 'user'] })
      .notNull()
      .default('user'),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  t => [
    uniqueIndex('users_email').on(t.email),
    pgPolicy('users_platform', { for: 'all', to: platformRole, using: sql`true`, withCheck: sql`true` }),
    identityPolicy('users'),
  ],
)

const auth = snakeCase.schema('auth')
const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const credentials = auth.table('credentials', {
  userId: ofUser().primaryKey(),
  /** PHC string, argon2id; null for someone who was only invited or came by demo. */
  passwordHash: text(),
  emailConfirmedAt: instant(),
  lastSignInAt: instant(),
  /** When the service last invited them. */
  invitedAt: instant(),
  /** No sign-in before this instant. */
  bannedUntil: instant(),
  /** Came without an address; see AUTH_ANONYMOUS. */
  isAnonymous: boolean().notNull().default(false),
  /** Waits until both addresses have confirmed the change. */
  newEmail: text(),
  currentConfirmedAt: instant(),
  newConfirmedAt: instant(),
  userMetadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  appMetadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
})

export const sessions = auth.table(
  'sessions',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: ofUser(),
    createdAt: instant().notNull().defaultNow(),
    refreshedAt: instant().notNull().defaultNow(),
    /** Signed out, revoked, or its family was replayed. */
    endedAt: instant(),
    aal: text({ enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    amr: jsonb().$type<{ method: string; timestamp: number }[]>().notNull().default([]),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
  },
  t => [index('sessions_user').on(t.userId)],
)

/** Each is good once; a second use after ten seconds ends the whole session. */
export const refreshTokens = auth.table(
  'refresh_tokens',
  {
    /** SHA-256 of the token. */
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    usedAt: instant(),
  },
  t => [index('refresh_tokens_session').on(t.sessionId)],
)

const tokenKinds = [
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'code',
] as const

/** Links and codes sent by mail, and the authorization codes they turn into (PKCE). */
export const oneTimeTokens = auth.table(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    userId: ofUser(),
    kind: text({ enum: tokenKinds }).notNull(),
    /** Of the six digits in the same mail, with `hash` as its salt. */
    codeHash: text(),
    /** The address that it was sent to. */
    email: text().notNull().default(''),
    /** What a `code` stands for, so that the client can tell a recovery. */
    method: text(),
    codeChallenge: text(),
    codeChallengeMethod: text(),
    redirectTo: text(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    tries: integer().notNull().default(0),
    /** Set when a newer one of its kind replaced it. */
    superseded: boolean().notNull().default(false),
  },
  t => [index('one_time_tokens_user').on(t.userId, t.kind), index('one_time_tokens_email').on(t.email)],
)

/** Counters of tries by address and by IP, in windows. */
export const rateLimits = auth.table('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetsAt: instant().notNull(),
})

/** That a link was asked for; a job answers, so that the request itself tells nothing about the address. */
export const linkRequests = auth.table('link_requests', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  kind: text({ enum: ['signup', 'recovery', 'magiclink', 'email_change'] }).notNull(),
  email: text().notNull(),
  /** Opens an account for an address that nobody has signed up with. */
  createUser: boolean().notNull().default(false),
  name: text().notNull().default(''),
  redirectTo: text().notNull(),
  codeChallenge: text(),
  codeChallengeMethod: text(),
  createdAt: instant().notNull().defaultNow(),
})

export interface SecurityKey {
  /** Base64url, as the authenticator names it. */
  id: string
  /** COSE key, base64url. */
  publicKey: string
  counter: number
  transports: string[]
}

/** What someone has besides the password; counts from the first code that was right. */
export const factors = auth.table(
  'factors',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: ofUser(),
    type: text({ enum: ['totp', 'phone', 'webauthn'] }).notNull(),
    status: text({ enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    friendlyName: text().notNull().default(''),
    /** E.164. */
    phone: text(),
    /** Sealed by kernel/secrets for this factor's id. */
    secret: text(),
    /** Of a security key, once it is verified. */
    securityKey: jsonb().$type<SecurityKey>(),
    /** The time step of the last code that was used: no code is good twice. */
    lastStep: bigint({ mode: 'number' }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  t => [
    index('factors_user').on(t.userId),
    uniqueIndex('factors_name').on(t.userId, t.friendlyName).where(sql`friendly_name <> ''`),
  ],
)

export const challenges = auth.table(
  'challenges',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    factorId: uuid()
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    /** Of the digits that went to the phone, with the challenge's id as its salt. */
    codeHash: text(),
    /** What a security key is asked to sign, base64url. */
    challenge: text(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  t => [index('challenges_factor').on(t.factorId)],
)

/** For the day when the second factor is lost; each is good once. */
export const recoveryCodes = auth.table(
  'recovery_codes',
  {
    hash: text().primaryKey(),
    userId: ofUser(),
    createdAt: instant().notNull().defaultNow(),
    usedAt: instant(),
  },
  t => [index('recovery_codes_user').on(t.userId)],
)

export const passkeys = auth.table(
  'passkeys',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    userId: ofUser(),
    /** Base64url, as the authenticator names it. */
    credentialId: text().notNull(),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    /** An authenticator that counts never goes back: a copy of it would. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull().default([]),
    friendlyName: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  t => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
)

/** What an authenticator is asked to sign; taken away by the first answer. */
export const passkeyChallenges = auth.table(
  'passkey_challenges',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    kind: text({ enum: ['registration', 'authentication'] }).notNull(),
    /** Null while nobody has said who they are. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    challenge: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [index('passkey_challenges_user').on(t.userId)],
)
