import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, notExists } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { issuer, sign } from '#kernel/tokens.ts'
import type { OAuthClient } from '../../oauth-clients/service.ts'
import { refusal } from '../../service.ts'
import { isBanned } from '../../sessions/service.ts'
import { credentials, users } from '../../tables.ts'
import type { TokenRequest } from '../contract.ts'
import { scopesIn } from '../rules.ts'
import { oauthAuthorizations, oauthClients, oauthTokens } from '../tables.ts'
import { type Authorization, spendOAuthCode } from './authorizations.ts'
import { recordEvent } from './record.ts'

const ACCESS_MS = hours(1)
/** Of rest: every use begins anew. */
const REFRESH_MS = days(60)

/** A refusal as RFC 6749 section 5.2 words it. What it ended stays ended. */
export const oauthRefusal = (status: number, error: string, error_description: string) =>
  refusal(status, error, error_description, { keep: true, extra: { error, error_description } })

const invalidClient = () => oauthRefusal(401, 'invalid_client', 'Unknown client, or wrong client authentication')
const invalidGrant = (what: string) =>
  oauthRefusal(400, 'invalid_grant', `The ${what} is invalid, has expired or was used already`)

export interface ClientProof {
  method: OAuthClient['authMethod']
  id: string
  secret: string
}

/** The client that calls, known by the method that it is registered with. A wrong secret and an unknown client are answered alike. */
export async function authenticateClient(ctx: Ctx, { method, id, secret }: ClientProof): Promise<OAuthClient> {
  const [client] = await ctx.db.select().from(oauthClients).where(eq(oauthClients.id, id))
  if (!client || client.authMethod !== method) throw invalidClient()
  if (client.type === 'confidential') {
    const stored = client.secretHash ?? ''
    const given = digest(secret)
    if (stored.length !== given.length || !timingSafeEqual(Buffer.from(stored), Buffer.from(given)))
      throw invalidClient()
  }
  return client
}

/** Tokens for a code. A code that comes twice was overheard: the tokens that it was exchanged for end. */
export async function exchangeOAuthCode(ctx: Ctx, client: OAuthClient, request: TokenRequest) {
  const { code = '', redirect_uri, code_verifier = '' } = request
  const spent = await spendOAuthCode(ctx, client.id, code)
  if (!spent) throw invalidGrant('code')
  const { authorization } = spent
  if (spent.replayed) {
    await endTokens(ctx, authorization.id)
    await recordEvent(ctx, 'code.reused', client, { userId: authorization.userId })
    throw invalidGrant('code')
  }
  if (authorization.codeExpiresAt! <= clock.now()) throw invalidGrant('code')
  if (authorization.redirectUri !== redirect_uri)
    throw oauthRefusal(400, 'invalid_grant', 'redirect_uri is not the one that the code was sent to')
  if (createHash('sha256').update(code_verifier).digest('base64url') !== authorization.codeChallenge)
    throw oauthRefusal(400, 'invalid_grant', 'code_verifier does not match code_challenge')
  return issueTokens(ctx, client, authorization)
}

/** Rotates. A refresh token that comes twice was stolen: all tokens of its authorization end. */
export async function refreshOAuthTokens(ctx: Ctx, client: OAuthClient, { refresh_token = '' }: TokenRequest) {
  if (!client.grantTypes.includes('refresh_token'))
    throw oauthRefusal(400, 'unauthorized_client', 'This client is not registered for refresh tokens')
  const [found] = await ctx.db
    .select({ token: oauthTokens, authorization: oauthAuthorizations })
    .from(oauthTokens)
    .innerJoin(oauthAuthorizations, eq(oauthAuthorizations.id, oauthTokens.authorizationId))
    .where(and(eq(oauthTokens.hash, digest(refresh_token)), eq(oauthTokens.kind, 'refresh')))
    .for('update', { of: [oauthTokens, oauthAuthorizations] })
  if (!found || found.authorization.oauthClientId !== client.id) throw invalidGrant('refresh token')
  const { token, authorization } = found
  if (token.usedAt) {
    await endTokens(ctx, authorization.id)
    await recordEvent(ctx, 'refresh-token.reused', client, { userId: authorization.userId })
    throw invalidGrant('refresh token')
  }
  if (token.expiresAt <= clock.now()) throw invalidGrant('refresh token')
  await ctx.db.update(oauthTokens).set({ usedAt: clock.now() }).where(eq(oauthTokens.hash, token.hash))
  return issueTokens(ctx, client, authorization)
}

const endTokens = (ctx: Ctx, authorizationId: string) =>
  ctx.db.delete(oauthTokens).where(eq(oauthTokens.authorizationId, authorizationId))

async function newTokenOf(ctx: Ctx, kind: 'access' | 'refresh', authorizationId: string, ms: number) {
  const token = newToken()
  const expiresAt = new Date(clock.ms() + ms)
  await ctx.db.insert(oauthTokens).values({ hash: digest(token), kind, authorizationId, expiresAt })
  return token
}

async function issueTokens(ctx: Ctx, client: OAuthClient, authorization: Authorization) {
  const { id, userId, scope, nonce } = authorization
  const claims = await profileOf(ctx, userId!, scopesIn(scope))
  if (!claims) throw invalidGrant('grant')
  await ctx.db
    .delete(oauthTokens)
    .where(and(eq(oauthTokens.authorizationId, id), lt(oauthTokens.expiresAt, clock.now())))
  const iat = Math.floor(clock.ms() / 1000)
  // Its audience is the program, so it opens nothing here.
  const idToken = {
    iss: issuer(),
    aud: client.id,
    iat,
    exp: iat + ACCESS_MS / 1000,
    ...(nonce && { nonce }),
    ...claims,
  }
  return {
    access_token: await newTokenOf(ctx, 'access', id, ACCESS_MS),
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    ...(client.grantTypes.includes('refresh_token') && {
      refresh_token: await newTokenOf(ctx, 'refresh', id, REFRESH_MS),
    }),
    ...(scopesIn(scope).includes('openid') && { id_token: await sign(idToken) }),
    scope,
  }
}

/** The claims that the scopes allow; undefined for someone who is banned. */
async function profileOf(ctx: Ctx, userId: string, scopes: string[]) {
  const [row] = await ctx.db
    .select({ user: users, confirmed: credentials.emailConfirmedAt, bannedUntil: credentials.bannedUntil })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId))
  if (!row || isBanned(row.bannedUntil)) return undefined
  const { email, name, avatarUrl, updatedAt } = row.user
  return {
    sub: userId,
    ...(scopes.includes('email') && { email, email_verified: row.confirmed !== null }),
    ...(scopes.includes('profile') && {
      name,
      ...(avatarUrl && { picture: new URL(avatarUrl, env.publicUrl).href }),
      updated_at: Math.floor(updatedAt.getTime() / 1000),
    }),
  }
}

/** Who an access token is about, as far as its scopes go; undefined for one that is unknown, expired or revoked. */
export async function userInfo(ctx: Ctx, token: string) {
  const isAlive = and(
    eq(oauthTokens.hash, digest(token)),
    eq(oauthTokens.kind, 'access'),
    isNull(oauthTokens.usedAt),
    gt(oauthTokens.expiresAt, clock.now()),
  )
  const [found] = await ctx.db
    .select({ userId: oauthAuthorizations.userId, scope: oauthAuthorizations.scope })
    .from(oauthTokens)
    .innerJoin(oauthAuthorizations, eq(oauthAuthorizations.id, oauthTokens.authorizationId))
    .where(isAlive)
  return found && profileOf(ctx, found.userId!, scopesIn(found.scope))
}

/** RFC 7009: an access token ends alone, a refresh token with everything of its authorization. Another's are left alone. */
export async function revokeToken(ctx: Ctx, client: OAuthClient, token: string): Promise<void> {
  const [found] = await ctx.db
    .select({ hash: oauthTokens.hash, kind: oauthTokens.kind, authorizationId: oauthTokens.authorizationId })
    .from(oauthTokens)
    .innerJoin(oauthAuthorizations, eq(oauthAuthorizations.id, oauthTokens.authorizationId))
    .where(and(eq(oauthTokens.hash, digest(token)), eq(oauthAuthorizations.oauthClientId, client.id)))
  if (found?.kind === 'refresh') await endTokens(ctx, found.authorizationId)
  if (found?.kind === 'access') await ctx.db.delete(oauthTokens).where(eq(oauthTokens.hash, found.hash))
}

/** Deletes tokens that have run out, and then requests that nothing hangs on any more. */
export async function purgeOAuth(ctx: Ctx): Promise<void> {
  const now = clock.now()
  await ctx.db.delete(oauthTokens).where(lt(oauthTokens.expiresAt, now))
  const tokens = ctx.db.select().from(oauthTokens).where(eq(oauthTokens.authorizationId, oauthAuthorizations.id))
  await ctx.db.delete(oauthAuthorizations).where(and(lt(oauthAuthorizations.expiresAt, now), notExists(tokens)))
}
