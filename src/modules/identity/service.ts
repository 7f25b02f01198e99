import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { accountOpened } from './events.ts'
import { accountOpening } from './service/accounts.ts'
import { credentials, oneTimeTokens, users } from './tables.ts'

/** A refusal as the protocol words it: HTTP status, GoTrue's code, and a message that client libraries know. */
export const refusal = (status: number, code: string, message: string, { keep = false, extra = {} } = {}) =>
  new Failure(code, message, { data: { status, ...extra }, keep })

export const MINIMUM_PASSWORD = 6
export const METADATA_BYTES = 8_000
const LONGEST_NAME = 200

/** What someone says about themselves travels in every token of theirs: more than this, and no server reads them any more. */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES)
    throw refusal(400, 'validation_failed', 'user_metadata is too large')
}

export function checkPassword(password: string): void {
  if ([...password].length < MINIMUM_PASSWORD) {
    throw refusal(422, 'weak_password', `Password should be at least ${MINIMUM_PASSWORD} characters.`, {
      extra: { weak_password: { reasons: ['length'] } },
    })
  }
}

export interface NewUser {
  email: string
  name: string
  passwordHash: string | null
  /** The address is known to be theirs. */
  confirmed: boolean
  platformRole?: 'admin' | 'user'
  metadata?: Metadata
  appMetadata?: Metadata
}
export type Metadata = Record<string, unknown>

/** One user an address; the loser of two sign-ups at once is told the same as a later one. */
export async function createUser(
  ctx: Ctx,
  { email, name, passwordHash, confirmed, platformRole = 'user', metadata = {}, appMetadata = {} }: NewUser,
): Promise<string> {
  checkMetadata({ ...metadata, ...appMetadata })
  try {
    const [user] = await ctx.db.insert(users).values({ email, name, role: platformRole }).returning({ id: users.id })
    await ctx.db.insert(credentials).values({
      userId: user!.id,
      passwordHash,
      emailConfirmedAt: confirmed ? clock.now() : null,
      userMetadata: metadata,
      appMetadata,
    })
    return user!.id
  } catch (error) {
    if (sqlState(error) === '23505') throw refusal(422, 'user_already_exists', 'User already registered')
    throw error
  }
}

export interface SignUpInput extends NewUser {
  /** The account's name; the person's if absent, asked for in the first-run steps. */
  organization: string
  invitation?: string
}

/** A user with an account of their own, or with the membership that an invitation offers. */
export async function signUp(ctx: Ctx, { organization, invitation, ...user }: SignUpInput): Promise<string> {
  const userId = await createUser(ctx, { ...user, confirmed: user.confirmed || Boolean(invitation) })
  if (invitation) await accountOpening().acceptInvitation(ctx, { token: invitation, userId, email: user.email })
  else {
    const clientId = await accountOpening().openAccount(ctx, { name: organization || user.name, userId })
    const chosen = z.uuid().safeParse(user.metadata?.priceId)
    await emit(ctx, accountOpened, { clientId, userId, priceId: chosen.success ? chosen.data : null })
  }
  return userId
}

export async function credentialOf(ctx: Ctx, email: string) {
  const [row] = await ctx.db
    .select({
      userId: users.id,
      name: users.name,
      hash: credentials.passwordHash,
      confirmedAt: credentials.emailConfirmedAt,
      bannedUntil: credentials.bannedUntil,
      newEmail: credentials.newEmail,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email))
  return row
}

export async function setPassword(ctx: Ctx, userId: string, passwordHash: string): Promise<void> {
  await ctx.db.update(credentials).set({ passwordHash, updatedAt: clock.now() }).where(eq(credentials.userId, userId))
  await endLinks(ctx, userId)
}

/** Links and codes that lie in a mailbox open nothing any more: the password was changed, or the address left behind. */
export async function endLinks(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.update(oneTimeTokens).set({ superseded: true }).where(eq(oneTimeTokens.userId, userId))
}

export async function passwordHashOf(ctx: Ctx, userId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ hash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return row?.hash ?? null
}

/** A user without an address, where AUTH_ANONYMOUS allows it; of no account. */
export async function createAnonymous(ctx: Ctx, metadata: Metadata): Promise<string> {
  checkMetadata(metadata)
  const name = typeof metadata.name === 'string' ? metadata.name.slice(0, LONGEST_NAME) : ''
  const [user] = await ctx.db
    .insert(users)
    .values({ email: `${randomUUID()}@anonymous.invalid`, name })
    .returning({ id: users.id })
  await ctx.db.insert(credentials).values({ userId: user!.id, isAnonymous: true, userMetadata: metadata })
  return user!.id
}

/** Adds to what the user says about themselves; null takes a key away. The name is the user's own column. */
export async function describe(ctx: Ctx, userId: string, { name, ...data }: Metadata): Promise<void> {
  const now = clock.now()
  if (typeof name === 'string' && name.trim().length > LONGEST_NAME)
    throw refusal(400, 'validation_failed', `data.name: Please use ${LONGEST_NAME} characters at most`)
  if (typeof name === 'string' && name.trim())
    await ctx.db.update(users).set({ name: name.trim(), updatedAt: now }).where(eq(users.id, userId))
  if (Object.keys(data).length === 0) return
  const merged = sql`jsonb_strip_nulls(${credentials.userMetadata} || ${JSON.stringify(data)}::jsonb)`
  const [row] = await ctx.db
    .update(credentials)
    .set({ userMetadata: merged, updatedAt: now })
    .where(eq(credentials.userId, userId))
    .returning({ size: sql<number>`octet_length(${credentials.userMetadata}::text)` })
  if (row && row.size > METADATA_BYTES) throw refusal(400, 'validation_failed', 'user_metadata is too large')
}

/**
 * The address is proven. Unless the sign-up itself is confirmed by it, a password from before goes: anyone who chose that
 * may have known the address alone, and waited for its owner to come.
 */
export async function confirmAddress(ctx: Ctx, userId: string, { signUp }: { signUp: boolean }): Promise<void> {
  const first = sql`coalesce(${credentials.emailConfirmedAt}, ${clock.now()})`
  const proven = sql`case when ${credentials.emailConfirmedAt} is null then null else ${credentials.passwordHash} end`
  await ctx.db
    .update(credentials)
    .set({ emailConfirmedAt: first, ...(!signUp && { passwordHash: proven }) })
    .where(and(eq(credentials.userId, userId), eq(credentials.isAnonymous, false)))
}
