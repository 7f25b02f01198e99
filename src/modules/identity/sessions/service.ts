import { createHash } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { issuer, sign } from '#kernel/tokens.ts'
import { refusal } from '../service.ts'
import { credentials, oneTimeTokens, refreshTokens, sessions, users } from '../tables.ts'

/** Seconds that an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 3600
/** A second use within this time is a lost answer or two tabs; after it, a stolen token. */
const REUSE_MS = seconds(10)

export interface Visit {
  ip: string
  userAgent: string
}

/** The user as GoTrue shows them. */
export async function userObject(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({ user: users, secret: credentials })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) throw refusal(404, 'user_not_found', 'User not found')
  const { user, secret } = row
  const confirmed = secret.emailConfirmedAt?.toISOString()
  const metadata = { ...secret.userMetadata, name: user.name }
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: confirmed,
    confirmed_at: confirmed,
    last_sign_in_at: secret.lastSignInAt?.toISOString(),
    app_metadata: { provider: 'email', providers: ['email'], platform_role: user.role },
    user_metadata: metadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: { email: user.email, email_verified: Boolean(confirmed), sub: user.id },
        provider: 'email',
        created_at: user.createdAt.toISOString(),
        updated_at: user.updatedAt.toISOString(),
      },
    ],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: false,
  }
}
export type UserObject = Awaited<ReturnType<typeof userObject>>

/** Opens a session; `method` is how it was proven: password, recovery, otp, demo. */
export async function openSession(ctx: Ctx, userId: string, method: string, visit: Visit) {
  const amr = [{ method, timestamp: Math.floor(clock.ms() / 1000) }]
  await ctx.db.update(credentials).set({ lastSignInAt: clock.now() }).where(eq(credentials.userId, userId))
  const [session] = await ctx.db
    .insert(sessions)
    .values({ userId, amr, ip: visit.ip, userAgent: visit.userAgent })
    .returning()
  return issue(ctx, session!)
}

async function issue(ctx: Ctx, session: typeof sessions.$inferSelect) {
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
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
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
    .select({ token: refreshTokens, session: sessions })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, digest(token)))
    .for('update')
  if (!found || found.session.endedAt) {
    throw refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
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

/** The session of a token must live; one that was ended elsewhere is refused with the code that client libraries know. */
export async function requireSession(ctx: Ctx, sessionId: string, userId: string) {
  const [session] = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  if (!session) throw refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return session
}

/** An authorisation code and the verifier whose challenge asked for it become a session (RFC 7636, S256 or plain). */
export async function exchangeCode(ctx: Ctx, code: string, verifier: string, visit: Visit): Promise<SessionObject> {
  const [row] = await ctx.db
    .update(oneTimeTokens)
    .set({ usedAt: clock.now() })
    .where(and(eq(oneTimeTokens.hash, digest(code)), eq(oneTimeTokens.kind, 'code'), isNull(oneTimeTokens.usedAt)))
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
