import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { testHouse } from '#testing/house.ts'
import {
  adminOf,
  allow,
  aProgram,
  aPublicProgram,
  authorizationId,
  authorize,
  callback,
  exchange,
  refresh,
  userInfo,
} from '#testing/oauth.ts'
import { claimsIn, messageTo, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
let admin: Awaited<ReturnType<typeof adminOf>>
beforeAll(async () => {
  server = await aServer()
  admin = await adminOf()
})

test('someone signs in to a program: consent, code, tokens, who they are', async () => {
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

test('anyone who allowed it before is not asked again, until more is asked for', async () => {
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

test('someone sees what they allowed and undoes it: it ends at once', async () => {
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

test('who registered, allowed and revoked what is in the audit log', async () => {
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
