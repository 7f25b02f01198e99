import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { issuer, sign } from '#kernel/tokens.ts'
import { refusal } from '../service.ts'
import { credentials, factors, oneTimeTokens, refreshTokens, sessions, users } from '../tables.ts'

/** Seconds that an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 3600
/** A second use within this time is a lost answer or two tabs; after it, a stolen token. */
const REUSE_MS = seconds(10)

export interface Visit {
  ip: string
  userAgent: string
}
export type Session = typeof sessions.$inferSelect
/** Who made a call, with their living session. */
export interface Who {
  userId: string
  sessionId: string
  session: Session
}

/** The user as GoTrue shows them. Throws `user_not_found`. */
export async function userObject(ctx: Ctx, userId: string): Promise<UserObject> {
  const [user] = await userObjects(ctx, [userId])
  if (!user) throw refusal(404, 'user_not_found', 'User not found')
  return user
}

/** Those of the users that exist, in the order of their ids; two queries for any number. */
export async function userObjects(ctx: Ctx, userIds: string[]) {
  if (userIds.length === 0) return []
  const rows = await ctx.db
    .select({ user: users, secret: credentials })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(inArray(users.id, userIds))
  const theirs = await ctx.db.select().from(factors).where(inArray(factors.userId, userIds)).orderBy(asc(factors.id))
  const byId = new Map(rows.map(row => [row.user.id, row]))
  return userIds.flatMap(id => {
    const row = byId.get(id)
    return row
      ? [
          toUserObject(
            row,
            theirs.filter(({ userId }) => userId === id),
          ),
        ]
      : []
  })
}
export type UserObject = ReturnType<typeof toUserObject>

type Factor = typeof factors.$inferSelect
interface UserRow {
  user: typeof users.$inferSelect
  secret: typeof credentials.$inferSelect
}

function toUserObject({ user, secret }: UserRow, theirs: Factor[]) {
  const email = secret.isAnonymous ? '' : user.email
  const confirmed = secret.emailConfirmedAt?.toISOString()
  const changed = { created_at: user.createdAt.toISOString(), updated_at: user.updatedAt.toISOString() }
  const identity = {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: { email, email_verified: Boolean(confirmed), sub: user.id },
    provider: 'email',
    ...changed,
  }
  const provider = secret.isAnonymous ? {} : { provider: 'email', providers: ['email'] }
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: confirmed,
    confirmed_at: confirmed,
    last_sign_in_at: secret.lastSignInAt?.toISOString(),
    ...(secret.invitedAt && { invited_at: secret.invitedAt.toISOString() }),
    ...(secret.newEmail && { new_email: secret.newEmail }),
    ...(secret.bannedUntil && { banned_until: secret.bannedUntil.toISOString() }),
    app_metadata: { ...secret.appMetadata, ...provider, platform_role: user.role },
    user_metadata: { ...secret.userMetadata, ...(user.name && { name: user.name }) },
    identities: secret.isAnonymous ? [] : [identity],
    factors: theirs.map(toFactor),
    ...changed,
    is_anonymous: secret.isAnonymous,
  }
}

/** A second factor as the user object lists it. */
const toFactor = (factor: Factor) => ({
  id: factor.id,
  friendly_name: factor.friendlyName,
  factor_type: factor.type,
  status: factor.status,
  ...(factor.phone && { phone: factor.phone }),
  created_at: factor.createdAt.toISOString(),
  updated_at: factor.updatedAt.toISOString(),
})

const seal = (method: string) => ({ method, timestamp: Math.floor(clock.ms() / 1000) })

/** Opens a session; `method` is how it was proven: password, recovery, otp, demo, anonymous, mfa/webauthn. */
export async function openSession(
  ctx: Ctx,
  userId: string,
  method: string,
  visit: Visit,
  aal: Session['aal'] = 'aal1',
) {
  const now = clock.now()
  const [secret] = await ctx.db
    .update(credentials)
    .set({ lastSignInAt: now })
    .where(eq(credentials.userId, userId))
    .returning({ bannedUntil: credentials.bannedUntil })
  if (isBanned(secret?.bannedUntil ?? null)) throw refusal(400, 'user_banned', 'User is banned')
  const [session] = await ctx.db
    .insert(sessions)
    .values({ userId, aal, amr: [seal(method)], ip: visit.ip, userAgent: visit.userAgent, createdAt: now })
    .returning()
  return issue(ctx, session!)
}

/** A second factor was shown: the same session goes on at aal2, and its older refresh tokens are spent. */
export async function raiseSession(ctx: Ctx, session: Session, method: string): Promise<SessionObject> {
  const amr = [...session.amr.filter(entry => entry.method !== method), seal(method)]
  const [raised] = await ctx.db
    .update(sessions)
    .set({ aal: 'aal2', amr, refreshedAt: clock.now() })
    .where(eq(sessions.id, session.id))
    .returning()
  await ctx.db
    .update(refreshTokens)
    .set({ usedAt: clock.now() })
    .where(and(eq(refreshTokens.sessionId, session.id), isNull(refreshTokens.usedAt)))
  return issue(ctx, raised!)
}

async function issue(ctx: Ctx, session: Session) {
  const refreshToken = newToken()
  await ctx.db.insert(refreshTokens).values({ hash: digest(refreshToken), sessionId: session.id })
  const user = await userObject(ctx, session.userId)
  const iat = Math.floor(clock.ms() / 1000)
  const exp = iat + ACCESS_TOKEN_SECONDS
  const accessToken = await sign({
    iss: issuer(),
    sub: user.id,
    aud: 'authenticated',
    exp,
    iat,
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: session.aal,
    amr: [...session.amr].reverse(),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: exp,
    refresh_token: refreshToken,
    user,
    weak_password: null,
  }
}
export type SessionObject = Awaited<ReturnType<typeof issue>>

/** Rotates: the old token is good once. A replay ends the session, and that end is kept. */
export async function refresh(ctx: Ctx, token: string): Promise<SessionObject> {
  const [found] = await ctx.db
    .select({ token: refreshTokens, session: sessions, bannedUntil: credentials.bannedUntil })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(credentials, eq(credentials.userId, sessions.userId))
    .where(eq(refreshTokens.hash, digest(token)))
    .for('update', { of: [refreshTokens, sessions] })
  if (!found || found.session.endedAt) {
    throw refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  if (isBanned(found.bannedUntil)) throw refusal(400, 'user_banned', 'User is banned')
  const { usedAt } = found.token
  if (usedAt && clock.ms() - usedAt.getTime() > REUSE_MS) {
    await ctx.db.update(sessions).set({ endedAt: clock.now() }).where(eq(sessions.id, found.session.id))
    throw refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used', { keep: true })
  }
  if (!usedAt)
    await ctx.db.update(refreshTokens).set({ usedAt: clock.now() }).where(eq(refreshTokens.hash, found.token.hash))
  await ctx.db.update(sessions).set({ refreshedAt: clock.now() }).where(eq(sessions.id, found.session.id))
  return issue(ctx, found.session)
}

export const isBanned = (until: Date | null) => until !== null && until > clock.now()

export type Scope = 'global' | 'local' | 'others'

/** Ends this session, all of the user's, or all others. */
export async function endSessions(
  ctx: Ctx,
  { userId, sessionId }: { userId: string; sessionId: string },
  scope: Scope,
): Promise<void> {
  const which =
    scope === 'local' ? eq(sessions.id, sessionId) : scope === 'others' ? ne(sessions.id, sessionId) : undefined
  await ctx.db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), which))
}

/** Ends the sessions of a user that never showed a second factor. */
export async function endWeakSessions(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal1'), isNull(sessions.endedAt)))
}

/** Where one is signed in, latest use first. */
export async function listSessions(ctx: Ctx, { userId, sessionId }: Who) {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.refreshedAt))
    .limit(100)
  return rows.map(row => ({
    id: row.id,
    created_at: row.createdAt.toISOString(),
    refreshed_at: row.refreshedAt.toISOString(),
    ip: row.ip,
    user_agent: row.userAgent,
    aal: row.aal,
    current: row.id === sessionId,
  }))
}

/** Ends one of one's own sessions; another's is as unknown as none. */
export async function revokeSession(ctx: Ctx, { userId }: Who, id: string): Promise<void> {
  const ended = await ctx.db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw refusal(404, 'session_not_found', 'Session not found')
}

/** The session of a token must live; one that was ended elsewhere is refused with the code that client libraries know. */
export async function requireSession(ctx: Ctx, sessionId: string, userId: string): Promise<Session> {
  const [session] = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  if (!session) throw refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return session
}

/** An authorization code and the verifier whose challenge asked for it become a session (RFC 7636, S256 or plain). */
export async function exchangeCode(ctx: Ctx, code: string, verifier: string, visit: Visit): Promise<SessionObject> {
  const [row] = await ctx.db
    .update(oneTimeTokens)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(oneTimeTokens.hash, digest(code)),
        eq(oneTimeTokens.kind, 'code'),
        isNull(oneTimeTokens.usedAt),
        eq(oneTimeTokens.superseded, false),
      ),
    )
    .returning()
  if (!row || row.expiresAt <= clock.now()) {
    throw refusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found', { keep: true })
  }
  const plain = row.codeChallengeMethod?.toLowerCase() === 'plain'
  const challenge = plain ? verifier : createHash('sha256').update(verifier).digest('base64url')
  if (challenge !== row.codeChallenge) {
    throw refusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier', {
      keep: true,
    })
  }
  return openSession(ctx, row.userId, row.method ?? 'otp', visit)
}
