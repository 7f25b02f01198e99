import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { issuer } from '#kernel/tokens.ts'
import { type OAuthClient, requireClient } from '../../oauth-clients/service.ts'
import { refusal } from '../../service.ts'
import { userObject, type Who } from '../../sessions/service.ts'
import { scopesIn, withParams } from '../rules.ts'
import { oauthAuthorizations } from '../tables.ts'
import { coversScopes, grantScopes } from './grants.ts'
import { recordEvent } from './record.ts'

export type Authorization = typeof oauthAuthorizations.$inferSelect
export type AuthorizationRequest = Pick<
  Authorization,
  'oauthClientId' | 'redirectUri' | 'scope' | 'state' | 'nonce' | 'codeChallenge'
>

/** How long someone may think about it, signing in included. */
const REQUEST_MS = minutes(30)
/** A code is exchanged by a program, at once. */
const CODE_MS = minutes(2)

export const unknownAuthorization = () =>
  refusal(404, 'oauth_authorization_not_found', 'This request has expired or was answered already')

/** The client of a request, if the code may be sent there: anything else must not be redirected anywhere. */
export async function clientForRedirect(ctx: Ctx, id: string, redirectUri: string): Promise<OAuthClient> {
  const client = await requireClient(ctx, id)
  if (!client.redirectUris.includes(redirectUri))
    throw refusal(400, 'validation_failed', 'redirect_uri is not one of those registered for this client')
  return client
}

/** A request that waits for someone's decision. Returns its id. */
export async function createAuthorization(ctx: Ctx, request: AuthorizationRequest): Promise<string> {
  const now = clock.now()
  const [row] = await ctx.db
    .insert(oauthAuthorizations)
    .values({ ...request, createdAt: now, expiresAt: new Date(now.getTime() + REQUEST_MS) })
    .returning({ id: oauthAuthorizations.id })
  return row!.id
}

/** Belongs to the first person who opens it. In one statement, so that of two people or two decisions at once one wins. */
async function claim(ctx: Ctx, { userId }: Who, id: string, decided: Partial<Authorization> = {}) {
  const open = and(
    eq(oauthAuthorizations.id, id),
    or(isNull(oauthAuthorizations.userId), eq(oauthAuthorizations.userId, userId)),
    isNull(oauthAuthorizations.decidedAt),
    gt(oauthAuthorizations.expiresAt, clock.now()),
  )
  const [row] = await ctx.db
    .update(oauthAuthorizations)
    .set({ userId, ...decided })
    .where(open)
    .returning()
  if (!row) throw unknownAuthorization()
  return row
}

/** What the consent page shows; where everything asked for was allowed before, the way back instead. */
export async function describeAuthorization(ctx: Ctx, who: Who, id: string) {
  const request = await claim(ctx, who, id)
  const client = await requireClient(ctx, request.oauthClientId)
  const granted = await coversScopes(ctx, who.userId, client.id, scopesIn(request.scope))
  if (granted && provesItself(client, request)) return approve(ctx, who, id)
  const { email } = await userObject(ctx, who.userId)
  return {
    authorization_id: request.id,
    redirect_uri: request.redirectUri,
    client: { id: client.id, name: client.name, uri: client.uri, logo_uri: client.logoUri },
    user: { id: who.userId, email },
    scope: request.scope,
  }
}

/** Any program on a machine may listen at its loopback address or take an app's scheme: there we ask every time. */
const provesItself = ({ type }: OAuthClient, { redirectUri }: Authorization) =>
  type === 'confidential' || redirectUri.startsWith('https:')

export async function approve(ctx: Ctx, who: Who, id: string, ip = '') {
  const code = newToken()
  const now = clock.now()
  const decided = { decidedAt: now, codeHash: digest(code), codeExpiresAt: new Date(now.getTime() + CODE_MS) }
  const request = await claim(ctx, who, id, decided)
  const client = await requireClient(ctx, request.oauthClientId)
  await grantScopes(ctx, who.userId, client, scopesIn(request.scope), ip)
  return { redirect_url: answerUrl(request, { code }) }
}

export async function deny(ctx: Ctx, who: Who, id: string, ip = '') {
  const request = await claim(ctx, who, id, { decidedAt: clock.now() })
  await recordEvent(ctx, 'grant.denied', await requireClient(ctx, request.oauthClientId), { userId: who.userId, ip })
  const error_description = 'The user denied the request'
  return { redirect_url: answerUrl(request, { error: 'access_denied', error_description }) }
}

/** Back to the program, with its state and our name (RFC 9207). */
export const answerUrl = (
  { redirectUri, state }: { redirectUri: string; state?: string | null },
  params: Record<string, string>,
): string => withParams(redirectUri, { ...params, state, iss: issuer() })

/** Takes the code out of the database: it is good once. The row of a code that was used before comes back with `replayed`. */
export async function spendOAuthCode(ctx: Ctx, oauthClientId: string, code: string) {
  const isThis = and(
    eq(oauthAuthorizations.codeHash, digest(code)),
    eq(oauthAuthorizations.oauthClientId, oauthClientId),
  )
  const [row] = await ctx.db
    .update(oauthAuthorizations)
    .set({ codeUsedAt: clock.now() })
    .where(and(isThis, isNull(oauthAuthorizations.codeUsedAt)))
    .returning()
  if (row) return { authorization: row, replayed: false }
  const [used] = await ctx.db.select().from(oauthAuthorizations).where(isThis).for('update')
  return used && { authorization: used, replayed: true }
}
