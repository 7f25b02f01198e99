import { z } from 'zod'
import { minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { issuer } from '#kernel/tokens.ts'
import { body, call, countIp, idIn, inIdentity, signedIn, userCall } from '../protocol/http.ts'
import { countTry } from '../protocol/service/limits.ts'
import { refusal } from '../service.ts'
import { AuthorizeRequest, AuthorizeTarget, Decision, TokenRequest } from './contract.ts'
import { grantableScopes, oauthScopes } from './rules.ts'
import {
  answerUrl,
  approve,
  clientForRedirect,
  createAuthorization,
  deny,
  describeAuthorization,
  unknownAuthorization,
} from './service/authorizations.ts'
import { listGrants, revokeGrant } from './service/grants.ts'
import * as tokens from './service/tokens.ts'

const ipOf = (c: WebContext) => c.get('caller').ip

/** The consent page takes over, signing in first where that is needed. */
const authorize = call('GET', '/oauth/authorize', async c => {
  await countIp(c, 'oauth authorize', 300, minutes(5))
  const target = AuthorizeTarget.safeParse(c.req.query())
  if (!target.success) throw refusal(400, 'validation_failed', 'client_id and redirect_uri are required')
  const { client_id, redirect_uri: redirectUri } = target.data
  const client = await inIdentity(c, ctx => clientForRedirect(ctx, client_id, redirectUri))
  const state = c.req.query('state')?.slice(0, 2_000) ?? null
  const back = (error: string, error_description: string) =>
    c.redirect(answerUrl({ redirectUri, state }, { error, error_description }), 302)
  if (c.req.query('response_type') !== 'code') return back('unsupported_response_type', 'response_type must be code')
  const asked = AuthorizeRequest.safeParse(c.req.query())
  if (!asked.success) return back('invalid_request', 'code_challenge with code_challenge_method S256 is required')
  const scopes = grantableScopes(asked.data.scope, client.scope)
  if (!scopes?.length) return back('invalid_scope', 'The scope is unknown, or not one that this client may ask for')
  const { nonce = null, code_challenge: codeChallenge } = asked.data
  const request = { oauthClientId: client.id, redirectUri, scope: scopes.join(' '), state, nonce, codeChallenge }
  const id = await inIdentity(c, ctx => createAuthorization(ctx, request))
  return c.redirect(`${env.publicUrl}/oauth/consent?authorization_id=${id}`, 302)
})

const details = userCall('GET', '/oauth/authorizations/:id', async c =>
  c.json(await signedIn(c, (ctx, who) => describeAuthorization(ctx, who, idIn(c, unknownAuthorization)))),
)

const consent = userCall('POST', '/oauth/authorizations/:id/consent', async c => {
  const { action } = await body(c, Decision)
  const decide = action === 'approve' ? approve : deny
  return c.json(
    await signedIn(c, async (ctx, who) => {
      await countTry(ctx, `oauth consent user ${who.userId}`, 60, minutes(60))
      return decide(ctx, who, idIn(c, unknownAuthorization), ipOf(c))
    }),
  )
})

const grants = userCall('GET', '/user/oauth/grants', async c => c.json(await signedIn(c, listGrants)))

const revoke = userCall('DELETE', '/user/oauth/grants', async c => {
  const id = z.uuid().safeParse(c.req.query('client_id'))
  if (!id.success) throw refusal(400, 'validation_failed', 'client_id query parameter is required')
  await signedIn(c, (ctx, who) => revokeGrant(ctx, who, id.data, ipOf(c)))
  return c.body(null, 204)
})

/** Programs that run in a browser call these from their own site; no cookie travels. */
const everywhere = { 'Access-Control-Allow-Origin': '*' }
const programCall: typeof call = (method, path, handle) =>
  call(method, path, c => {
    for (const [name, value] of Object.entries(everywhere)) c.header(name, value)
    return handle(c)
  })
const preflight = {
  ...everywhere,
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '86400',
}
const preflights = ['token', 'revoke', 'userinfo'].map(name =>
  call('OPTIONS', `/oauth/${name}`, async c => c.body(null, 204, preflight)),
)

/** The form of a program's call (RFC 6749 section 4.1.3); JSON is read as well. */
async function formOf(c: WebContext): Promise<TokenRequest> {
  if (c.req.header('content-type')?.startsWith('application/json')) return body(c, TokenRequest)
  const read = TokenRequest.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())))
  if (!read.success) throw tokens.oauthRefusal(400, 'invalid_request', 'The request could not be read')
  return read.data
}

/** How the client says who it is; in the header, id and secret are percent-encoded (RFC 6749 section 2.3.1). */
function proofOf(c: WebContext, { client_id = '', client_secret }: TokenRequest): tokens.ClientProof {
  const [scheme, encoded] = (c.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() === 'basic' && encoded) {
    const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decoded)
    return { method: 'client_secret_basic', id: uuidOr(id), secret }
  }
  if (client_secret) return { method: 'client_secret_post', id: uuidOr(client_id), secret: client_secret }
  return { method: 'none', id: uuidOr(client_id), secret: '' }
}
const NIL = '00000000-0000-0000-0000-000000000000'
const uuidOr = (id: string) => (z.uuid().safeParse(id).success ? id : NIL)
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const withClient = (
  path: string,
  work: (c: WebContext, request: TokenRequest, proof: tokens.ClientProof) => Promise<Response>,
) =>
  programCall('POST', path, async c => {
    await countIp(c, 'oauth token', 600, minutes(5))
    const request = await formOf(c)
    const proof = proofOf(c, request)
    if (proof.method === 'client_secret_basic') c.header('WWW-Authenticate', 'Basic realm="Lampstand"')
    return work(c, request, proof)
  })

/** A map, since an object also answers to `constructor`. */
const exchanges = new Map([
  ['authorization_code', tokens.exchangeOAuthCode],
  ['refresh_token', tokens.refreshOAuthTokens],
])

const token = withClient('/oauth/token', async (c, request, proof) => {
  const exchange = exchanges.get(request.grant_type ?? '')
  if (!exchange)
    throw tokens.oauthRefusal(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  return c.json(await inIdentity(c, async ctx => exchange(ctx, await tokens.authenticateClient(ctx, proof), request)))
})

const revocation = withClient('/oauth/revoke', async (c, request, proof) => {
  await inIdentity(c, async ctx =>
    tokens.revokeToken(ctx, await tokens.authenticateClient(ctx, proof), request.token ?? ''),
  )
  return c.body(null, 200)
})

async function answerUserInfo(c: WebContext): Promise<Response> {
  await countIp(c, 'oauth userinfo', 600, minutes(5))
  const [scheme, bearer] = (c.req.header('authorization') ?? '').split(' ')
  const known =
    scheme?.toLowerCase() === 'bearer' && bearer ? await inIdentity(c, ctx => tokens.userInfo(ctx, bearer)) : undefined
  if (known) return c.json(known)
  c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  throw tokens.oauthRefusal(401, 'invalid_token', 'The access token is unknown, has expired or was revoked')
}

/** RFC 8414 and OpenID Connect Discovery. */
async function metadata(c: WebContext): Promise<Response> {
  const base = issuer()
  c.header('Cache-Control', 'public, max-age=600')
  c.header('Access-Control-Allow-Origin', '*')
  return c.json({
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    userinfo_endpoint: `${base}/oauth/userinfo`,
    revocation_endpoint: `${base}/oauth/revoke`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    scopes_supported: Object.keys(oauthScopes),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'picture', 'updated_at'],
  })
}
/** Clients look below the issuer, or below the host with the issuer's path behind (RFC 8414 section 3.1). */
const discovery = ['oauth-authorization-server', 'openid-configuration'].flatMap(name => [
  call('GET', `/.well-known/${name}`, metadata),
  raw('GET', `/.well-known/${name}/auth/v1`, 'anonymous', metadata),
  raw('GET', `/.well-known/${name}`, 'anonymous', metadata),
])

export const oauthRoutes: RawRoute[] = [
  authorize,
  details,
  consent,
  grants,
  revoke,
  token,
  revocation,
  programCall('GET', '/oauth/userinfo', answerUserInfo),
  programCall('POST', '/oauth/userinfo', answerUserInfo),
  ...preflights,
  ...discovery,
]
