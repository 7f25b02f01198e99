import type { OAuthClient } from '@supabase/auth-js'
import { beforeAll, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { testHouse } from '#testing/house.ts'
import {
  adminOf,
  allow,
  aProgram,
  authorizationId,
  basic,
  callback,
  challenge,
  exchange,
  post,
  refresh,
  userInfo,
  verifier,
} from '#testing/oauth.ts'
import { password, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
let admin: Awaited<ReturnType<typeof adminOf>>
beforeAll(async () => {
  server = await aServer()
  admin = await adminOf()
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

test('someone who is banned is signed in nowhere any more', async () => {
  const { auth, user } = await signedUp(server.auth())
  const program = await aProgram()
  const made = await exchange(program, await allow(auth, program))
  await admin.updateUserById(user.id, { ban_duration: '24h' })
  expect((await userInfo(made.access_token)).status).toBe(401)
  expect(await refresh(program, made.refresh_token)).toMatchObject({ status: 400 })
})

test('what has run out is deleted, and nothing that still counts', async () => {
  const { auth, user } = await signedUp(server.auth())
  const program = await aProgram()
  await authorizationId(program)
  const old = await exchange(program, await allow(auth, program))
  clock.advance(days(59))
  await auth.refreshSession()
  const young = await exchange(program, await allow(auth, program))
  clock.advance(days(2))
  await runWaitingJobs({ schedules: true })
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select user_id, (select array_agg(kind) from auth.oauth_tokens t where t.authorization_id = a.id) as tokens
     from auth.oauth_authorizations a where oauth_client_id = $1`,
    [program.client_id],
  )
  expect(rows).toEqual([{ user_id: user.id, tokens: ['refresh'] }])
  expect((await refresh(program, old.refresh_token)).status).toBe(400)
  expect((await refresh(program, young.refresh_token)).status).toBe(200)
})
