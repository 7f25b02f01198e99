import { createHash, randomUUID } from 'node:crypto'
import type { GoTrueClient, OAuthClient } from '@supabase/auth-js'
import { beforeAll, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { testHouse } from '#testing/house.ts'
import { claimsIn, messageTo, password, serviceClient, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { serviceToken } from '../admin/service.ts'

let server: Awaited<ReturnType<typeof aServer>>
let admin: ReturnType<typeof serviceClient>
beforeAll(async () => {
  server = await aServer()
  admin = serviceClient(server, await serviceToken(days(365)))
})

const callback = 'https://program.example/callback?from=lampstand'
const verifier = 'a-verifier-that-is-long-enough-for-the-protocol-1'
const challenge = createHash('sha256').update(verifier).digest('base64url')

const aProgram = async (more: object = {}) =>
  (await admin.oauth.createClient({ client_name: 'Church Center', redirect_uris: [callback], ...more })).data!
const aPublicProgram = (more: object = {}) => aProgram({ token_endpoint_auth_method: 'none', ...more })

/** Where the authorize endpoint sends a browser; null where it refuses. */
async function authorize(program: OAuthClient, changes: Record<string, string | undefined> = {}) {
  const asked = {
    response_type: 'code',
    client_id: program.client_id,
    redirect_uri: callback,
    scope: 'openid email profile',
    state: 'their-state',
    nonce: 'their-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const query = new URLSearchParams(
    Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  const response = await server.send(`/auth/v1/oauth/authorize?${query}`)
  const location = response.headers.get('location')
  return { response, to: location === null ? null : new URL(location) }
}

const authorizationId = async (program: OAuthClient, changes?: Record<string, string>) =>
  (await authorize(program, changes)).to!.searchParams.get('authorization_id')!

/** The person allows it; the code that the program is sent. */
async function allow(auth: GoTrueClient, program: OAuthClient, changes?: Record<string, string>) {
  const { data, error } = await auth.oauth.approveAuthorization(await authorizationId(program, changes))
  if (error) throw error
  return new URL(data!.redirect_url).searchParams.get('code')!
}

const basic = ({ client_id, client_secret }: OAuthClient, secret = client_secret) =>
  `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`

async function post(path: string, form: Record<string, string>, authorization?: string) {
  const response = await server.send(`/auth/v1/oauth/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    ...(authorization && { headers: { authorization } }),
  })
  const text = await response.text()
  return { status: response.status, ...(text ? JSON.parse(text) : {}) }
}
const exchange = (program: OAuthClient, code: string, changes: Record<string, string> = {}) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...changes }
  return program.client_secret
    ? post('token', form, basic(program))
    : post('token', { ...form, client_id: program.client_id })
}
const refresh = (program: OAuthClient, refresh_token: string) =>
  post('token', { grant_type: 'refresh_token', refresh_token }, basic(program))
const userInfo = async (token: string) => {
  const response = await server.send('/auth/v1/oauth/userinfo', { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, ...(await response.json()) }
}

test('somebody signs in to a program: consent, code, tokens, who they are', async () => {
  const { auth, user, email } = await signedUp(server.auth())
  const program = await aProgram()
  const { response, to } = await authorize(program)
  expect(response.status).toBe(302)
  expect(to!.href).toMatch(`${env.publicUrl}/oauth/consent?authorization_id=`)
  const id = to!.searchParams.get('authorization_id')!
  const { data: asked } = await auth.oauth.getAuthorizationDetails(id)
  expect(asked).toMatchObject({
    authorization_id: id,
    redirect_uri: callback,
    client: { id: program.client_id, name: 'Church Center' },
    user: { id: user.id, email },
    scope: 'openid email profile',
  })
  const back = new URL((await auth.oauth.approveAuthorization(id)).data!.redirect_url)
  expect(`${back.origin}${back.pathname}`).toBe('https://program.example/callback')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    from: 'lampstand',
    state: 'their-state',
    iss: `${env.publicUrl}/auth/v1`,
  })
  const made = await exchange(program, back.searchParams.get('code')!)
  expect(made).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'openid email profile' })
  const about = { sub: user.id, email, email_verified: true, name: 'Pat Miller' }
  expect(claimsIn(made.id_token)).toMatchObject({ ...about, aud: program.client_id, nonce: 'their-nonce' })
  expect(await userInfo(made.access_token)).toMatchObject({ status: 200, ...about })
  expect(await messageTo(email)).toContain('Church Center')
})

test('what a program gets opens nothing of Lampstand itself', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const { access_token, id_token } = await exchange(program, await allow(auth, program))
  for (const token of [access_token, id_token])
    for (const path of ['/auth/v1/user', '/rest/v1/clients/mine', '/auth/v1/admin/users']) {
      const response = await server.send(path, { headers: { authorization: `Bearer ${token}` } })
      expect([401, 403], path).toContain(response.status)
    }
})

test('a scope that was not allowed is not answered', async () => {
  const { auth, user } = await signedUp(server.auth())
  const program = await aPublicProgram()
  const made = await exchange(program, await allow(auth, program, { scope: 'profile' }))
  expect(made.id_token).toBeUndefined()
  const info = await userInfo(made.access_token)
  expect(info).toMatchObject({ sub: user.id, name: 'Pat Miller' })
  expect(info.email).toBeUndefined()
})

test('whoever allowed it before is not asked again, until more is asked for', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  await allow(auth, program, { scope: 'openid' })
  const again = await auth.oauth.getAuthorizationDetails(await authorizationId(program, { scope: 'openid' }))
  expect(again.data).toEqual({ redirect_url: expect.stringContaining('code=') })
  const more = await auth.oauth.getAuthorizationDetails(await authorizationId(program, { scope: 'openid email' }))
  expect(more.data).toMatchObject({ scope: 'openid email' })
  const app = await aPublicProgram({ redirect_uris: ['com.example.app:/callback'] })
  const native = { redirect_uri: 'com.example.app:/callback', scope: 'openid' }
  await allow(auth, app, native)
  const asked = await auth.oauth.getAuthorizationDetails(await authorizationId(app, native))
  expect(asked.data).toMatchObject({ scope: 'openid' })
})

test('denying tells the program, and gives it nothing', async () => {
  const { auth } = await signedUp(server.auth())
  const id = await authorizationId(await aProgram())
  const { data } = await auth.oauth.denyAuthorization(id)
  const back = new URL(data!.redirect_url)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'their-state' })
  expect(back.searchParams.has('code')).toBe(false)
  expect((await auth.oauth.approveAuthorization(id)).error).toMatchObject({ status: 404 })
  expect((await auth.oauth.listGrants()).data).toEqual([])
})

test('only the one who opened a request decides it, once, and not for ever', async () => {
  const [{ auth: pat }, { auth: sam }] = [await signedUp(server.auth()), await signedUp(server.auth())]
  const program = await aProgram()
  const id = await authorizationId(program)
  await pat.oauth.getAuthorizationDetails(id)
  expect((await sam.oauth.getAuthorizationDetails(id)).error).toMatchObject({ status: 404 })
  expect((await sam.oauth.approveAuthorization(id)).error).toMatchObject({ status: 404 })
  expect((await pat.oauth.approveAuthorization(id)).error).toBeNull()
  expect((await pat.oauth.approveAuthorization(id)).error).toMatchObject({ status: 404 })
  const late = await authorizationId(program)
  clock.advance(minutes(31))
  expect((await pat.oauth.approveAuthorization(late)).error).toMatchObject({ status: 404 })
  expect((await pat.oauth.getAuthorizationDetails(randomUUID())).error).toMatchObject({ status: 404 })
})

test('an unknown client or another address is refused here, never by a redirect', async () => {
  const program = await aProgram()
  const refused = [
    { client_id: randomUUID() },
    { client_id: 'nobody' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { redirect_uri: `${callback}&more=1` },
    { redirect_uri: 'https://program.example/callback' },
    { redirect_uri: undefined },
  ]
  for (const changes of refused) {
    const { response, to } = await authorize(program, changes)
    expect([400, 404], JSON.stringify(changes)).toContain(response.status)
    expect(to).toBeNull()
  }
})

test('what else is wrong with a request is told to the program', async () => {
  const program = await aProgram({ scope: 'openid email' })
  const cases: [Record<string, string | undefined>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'openid leads.read' }, 'invalid_scope'],
    [{ scope: 'openid profile' }, 'invalid_scope'],
  ]
  for (const [changes, error] of cases) {
    const { to } = await authorize(program, changes)
    expect(to!.origin).toBe('https://program.example')
    expect(Object.fromEntries(to!.searchParams)).toMatchObject({ error, state: 'their-state' })
  }
})

test('a code is good once: the second use ends the tokens of the first', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const code = await allow(auth, program)
  const made = await exchange(program, code)
  expect(await exchange(program, code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await userInfo(made.access_token)).toMatchObject({ status: 401, error: 'invalid_token' })
  expect(await refresh(program, made.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('of two exchanges at once at most one gets tokens, and none keeps them', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const code = await allow(auth, program)
  const answers = await Promise.all([exchange(program, code), exchange(program, code)])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 400])
  const made = answers.find(answer => answer.status === 200)!
  expect((await userInfo(made.access_token)).status).toBe(401)
})

test('a code needs its verifier, its address, its client and its two minutes', async () => {
  const { auth } = await signedUp(server.auth())
  const [program, other] = [await aProgram(), await aProgram()]
  const wrong: [OAuthClient, Record<string, string>][] = [
    [program, { code_verifier: `${verifier}x` }],
    [program, { code_verifier: challenge }],
    [program, { code_verifier: '' }],
    [program, { redirect_uri: 'https://program.example/callback' }],
    [other, {}],
  ]
  for (const [client, changes] of wrong) {
    const code = await allow(auth, program)
    expect(await exchange(client, code, changes), JSON.stringify(changes)).toMatchObject({ error: 'invalid_grant' })
    if (client === program) expect((await exchange(program, code)).status).toBe(400)
  }
  const late = await allow(auth, program)
  clock.advance(minutes(2))
  expect(await exchange(program, late)).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('a client proves itself by the method it was registered with', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const form = async () => ({
    grant_type: 'authorization_code',
    code: await allow(auth, program),
    redirect_uri: callback,
    code_verifier: verifier,
  })
  const ids = { client_id: program.client_id, client_secret: program.client_secret! }
  const refused = { status: 401, error: 'invalid_client' }
  expect(await post('token', await form(), basic(program, 'wrong'))).toMatchObject(refused)
  expect(await post('token', await form(), basic(program, ''))).toMatchObject(refused)
  expect(await post('token', { ...(await form()), ...ids })).toMatchObject(refused)
  expect(await post('token', { ...(await form()), client_id: ids.client_id })).toMatchObject(refused)
  expect(await post('token', await form())).toMatchObject(refused)
  await admin.oauth.updateClient(program.client_id, { token_endpoint_auth_method: 'client_secret_post' })
  expect(await post('token', { ...(await form()), ...ids })).toMatchObject({ status: 200 })
  const { data } = await admin.oauth.regenerateClientSecret(program.client_id)
  expect(await post('token', { ...(await form()), ...ids })).toMatchObject(refused)
  const renewed = { ...ids, client_secret: data!.client_secret! }
  expect(await post('token', { ...(await form()), ...renewed })).toMatchObject({ status: 200 })
})

test('a refresh token rotates; one that comes twice ends them all', async () => {
  const { auth } = await signedUp(server.auth())
  const [program, other] = [await aProgram(), await aProgram()]
  const first = await exchange(program, await allow(auth, program))
  expect(await refresh(other, first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  const second = await refresh(program, first.refresh_token)
  expect(second).toMatchObject({ status: 200, scope: 'openid email profile' })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await refresh(program, first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await refresh(program, second.refresh_token)).toMatchObject({ status: 400 })
  expect((await userInfo(second.access_token)).status).toBe(401)
})

test('tokens run out', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const made = await exchange(program, await allow(auth, program))
  clock.advance(hours(1))
  expect((await userInfo(made.access_token)).status).toBe(401)
  const next = await refresh(program, made.refresh_token)
  expect((await userInfo(next.access_token)).status).toBe(200)
  clock.advance(days(60))
  expect(await refresh(program, next.refresh_token)).toMatchObject({ status: 400 })
})

test('somebody sees what they allowed and takes it back: it ends at once', async () => {
  const { auth } = await signedUp(server.auth())
  const program = await aProgram()
  const made = await exchange(program, await allow(auth, program))
  const pending = await allow(auth, program)
  const listed = await auth.oauth.listGrants()
  expect(listed.data).toMatchObject([
    { client: { id: program.client_id, name: 'Church Center' }, scopes: ['openid', 'email', 'profile'] },
  ])
  expect((await auth.oauth.revokeGrant({ clientId: program.client_id })).error).toBeNull()
  expect((await userInfo(made.access_token)).status).toBe(401)
  expect(await refresh(program, made.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await exchange(program, pending)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect((await auth.oauth.listGrants()).data).toEqual([])
  const twice = await auth.oauth.revokeGrant({ clientId: program.client_id })
  expect(twice.error).toMatchObject({ status: 404, code: 'oauth_consent_not_found' })
  const asked = await auth.oauth.getAuthorizationDetails(await authorizationId(program))
  expect(asked.data).toMatchObject({ client: { name: 'Church Center' } })
})

test('a program gives tokens back; those of others it can’t', async () => {
  const { auth } = await signedUp(server.auth())
  const [program, other] = [await aProgram(), await aProgram()]
  const made = await exchange(program, await allow(auth, program))
  expect((await post('revoke', { token: made.refresh_token }, basic(other))).status).toBe(200)
  expect((await userInfo(made.access_token)).status).toBe(200)
  expect((await post('revoke', { token: made.refresh_token }, basic(program))).status).toBe(200)
  expect((await userInfo(made.access_token)).status).toBe(401)
  expect((await post('revoke', { token: 'unknown' }, basic(program))).status).toBe(200)
  expect((await post('revoke', { token: 'unknown' }, basic(program, 'wrong'))).status).toBe(401)
})

test('where a second factor exists, it is shown before a program is allowed anything', async () => {
  const { auth, email } = await signedUp(server.auth())
  await withTotp(auth)
  const weak = server.auth()
  await weak.signInWithPassword({ email, password })
  const id = await authorizationId(await aProgram())
  const refused = { code: 'insufficient_aal' }
  expect((await weak.oauth.getAuthorizationDetails(id)).error).toMatchObject(refused)
  expect((await weak.oauth.approveAuthorization(id)).error).toMatchObject(refused)
  expect((await weak.oauth.listGrants()).error).toMatchObject(refused)
  expect((await auth.oauth.approveAuthorization(id)).error).toBeNull()
})

test('somebody who is banned is signed in nowhere any more', async () => {
  const { auth, user } = await signedUp(server.auth())
  const program = await aProgram()
  const made = await exchange(program, await allow(auth, program))
  await admin.updateUserById(user.id, { ban_duration: '24h' })
  expect((await userInfo(made.access_token)).status).toBe(401)
  expect(await refresh(program, made.refresh_token)).toMatchObject({ status: 400 })
})

test('who registered, allowed and took back what is in the audit log', async () => {
  const { auth, user } = await signedUp(server.auth())
  const program = await aProgram()
  const code = await allow(auth, program)
  await exchange(program, code)
  await exchange(program, code)
  await auth.oauth.revokeGrant({ clientId: program.client_id })
  await admin.oauth.deleteClient(program.client_id)
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    'select what, user_id from auth.oauth_events where oauth_client_id = $1 order by id',
    [program.client_id],
  )
  expect(rows.map(row => [row.what, row.user_id])).toEqual([
    ['client.created', null],
    ['grant.approved', user.id],
    ['code.reused', user.id],
    ['grant.revoked', user.id],
    ['client.deleted', null],
  ])
})

test('programs find the endpoints by themselves, from a browser as well', async () => {
  for (const path of ['/auth/v1/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/auth/v1']) {
    const response = await server.send(path)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      issuer: `${env.publicUrl}/auth/v1`,
      token_endpoint: `${env.publicUrl}/auth/v1/oauth/token`,
      code_challenge_methods_supported: ['S256'],
    })
  }
  const asked = await server.send('/auth/v1/oauth/userinfo', { method: 'OPTIONS' })
  expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
})
