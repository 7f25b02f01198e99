import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { Authenticator, type Doing } from '#testing/authenticator.ts'
import { claimsIn, messageTo, password, serviceClient, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { serviceToken } from '../admin/service.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

async function post(path: string, body: unknown, token?: string) {
  const answer = await server.send(`/auth/v1/passkeys${path}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body),
  })
  return { status: answer.status, json: await answer.json() }
}

async function register(token: string, key = new Authenticator(), doing: Doing = {}) {
  const { json } = await post('/registration/options', {}, token)
  const credential = key.register(json.options.challenge, doing)
  return {
    key,
    json,
    answer: await post('/registration/verify', { challenge_id: json.challenge_id, credential }, token),
  }
}

async function signIn(key: Authenticator, { token, ...doing }: Doing & { token?: string } = {}) {
  const { json } = await post('/authentication/options', {}, token)
  const proof = { challenge_id: json.challenge_id, credential: key.authenticate(json.options.challenge, doing) }
  return { json, proof, answer: await post('/authentication/verify', proof, token) }
}

test('a passkey is made, named, listed; it signs in by itself at aal2, and is taken away', async () => {
  const { auth, email, session, user } = await signedUp(server.auth())
  const { key, json, answer } = await register(session.access_token)
  expect(json.options).toMatchObject({
    rp: { id: 'localhost', name: 'Lampstand' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(answer).toMatchObject({ status: 200, json: { friendly_name: expect.stringContaining('Passkey') } })
  expect(await messageTo(email)).toContain('A passkey was added')
  const renamed = await auth.passkey.update({ passkeyId: answer.json.id, friendlyName: 'Office laptop' })
  expect(renamed.data).toMatchObject({ friendly_name: 'Office laptop' })
  const { answer: signedIn } = await signIn(key)
  expect(signedIn.status).toBe(200)
  expect(signedIn.json.user.id).toBe(user.id)
  expect(claimsIn(signedIn.json.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }] })
  expect((await auth.passkey.list()).data).toMatchObject([{ last_used_at: expect.any(String) }])
  expect((await auth.passkey.delete({ passkeyId: answer.json.id })).error).toBeNull()
  expect((await signIn(key)).answer).toMatchObject({ status: 400, json: { code: 'webauthn_verification_failed' } })
  const { answer: unknown } = await signIn(new Authenticator())
  expect(unknown).toMatchObject({ status: 400, json: { code: 'webauthn_verification_failed' } })
})

test('the service lists a user’s passkeys and takes them away; that ends the way in', async () => {
  const { auth, email, user, session } = await signedUp(server.auth())
  const { key, answer } = await register(session.access_token)
  const { passkey } = serviceClient(server, await serviceToken(60_000))
  const [userId, passkeyId] = [user.id, answer.json.id]
  expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }])
  for (const wrong of [{ passkeyId: randomUUID() }, { userId: randomUUID() }])
    expect((await passkey.deletePasskey({ userId, passkeyId, ...wrong })).error).toMatchObject({ status: 404 })
  expect((await passkey.listPasskeys({ userId: randomUUID() })).error).toMatchObject({ code: 'user_not_found' })
  expect((await signIn(key)).answer.status).toBe(200)
  expect((await passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
  expect((await auth.passkey.list()).data).toEqual([])
  expect((await signIn(key)).answer.status).toBe(400)
  expect(await messageTo(email)).toContain('A passkey was removed from your account')
  const { passkey: refused } = serviceClient(server, session.access_token)
  expect((await refused.listPasskeys({ userId })).error).toMatchObject({ code: 'not_admin' })
})

test('it raises the session that is there, for its own user alone', async () => {
  const [mine, yours] = [await signedUp(server.auth()), await signedUp(server.auth())]
  const { key } = await register(mine.session.access_token)
  const theirs = await register(yours.session.access_token)
  const token = mine.session.access_token
  const { answer, json } = await signIn(key, { token })
  expect(json.options.allowCredentials).toHaveLength(1)
  const claims = claimsIn(answer.json.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsIn(token).session_id })
  expect((await signIn(theirs.key, { token })).answer.status).toBe(400)
})

test('a challenge is good once, for five minutes, and for what it was made', async () => {
  const { session } = await signedUp(server.auth())
  const { key } = await register(session.access_token)
  const { proof } = await signIn(key)
  expect((await post('/authentication/verify', proof)).status).toBe(400)
  const { json } = await post('/authentication/options', {})
  clock.advance(minutes(5) + 1)
  const credential = key.authenticate(json.options.challenge)
  expect((await post('/authentication/verify', { challenge_id: json.challenge_id, credential })).json.code).toBe(
    'webauthn_challenge_expired',
  )
  const options = await post('/authentication/options', {})
  const other = new Authenticator().register(options.json.options.challenge)
  const swapped = { challenge_id: options.json.challenge_id, credential: other }
  expect((await post('/registration/verify', swapped, session.access_token)).status).toBe(400)
})

test('another site, an unlocked device without its owner, a copy and a forged signature are refused', async () => {
  const { session } = await signedUp(server.auth())
  const { key } = await register(session.access_token)
  await signIn(key)
  for (const doing of [
    { origin: 'https://evil.example' },
    { rpID: 'evil.example' },
    { userVerified: false },
    { counter: 1 },
  ])
    expect((await signIn(key, doing)).answer, JSON.stringify(doing)).toMatchObject({
      status: 400,
      json: { code: 'webauthn_verification_failed' },
    })
  const forger = new Authenticator()
  Object.assign(forger, { id: key.id, counter: 50 })
  expect((await signIn(forger)).answer.status).toBe(400)
  expect((await signIn(key)).answer.status).toBe(200)
  for (const doing of [{ origin: 'https://evil.example' }, { rpID: 'evil.example' }, { userVerified: false }])
    expect((await register(session.access_token, undefined, doing)).answer.status).toBe(400)
})

test('another user’s challenge and passkey are of no use, and one device is set up once', async () => {
  const [mine, yours] = [await signedUp(server.auth()), await signedUp(server.auth())]
  const { key, answer } = await register(mine.session.access_token)
  expect((await register(yours.session.access_token, key)).answer.status).toBe(422)
  const { json } = await post('/registration/options', {}, mine.session.access_token)
  const credential = new Authenticator().register(json.options.challenge)
  const stolen = { challenge_id: json.challenge_id, credential }
  expect((await post('/registration/verify', stolen, yours.session.access_token)).status).toBe(400)
  expect((await yours.auth.passkey.delete({ passkeyId: answer.json.id })).error).toMatchObject({ status: 404 })
  expect((await yours.auth.passkey.list()).data).toEqual([])
})

test('once a second factor is set up, passkeys are added and removed at aal2 only', async () => {
  const { auth, email, session } = await signedUp(server.auth())
  const { answer } = await register(session.access_token)
  await withTotp(auth)
  const weak = server.auth()
  const { data } = await weak.signInWithPassword({ email, password })
  expect((await post('/registration/options', {}, data.session!.access_token)).json.code).toBe('insufficient_aal')
  expect((await weak.passkey.delete({ passkeyId: answer.json.id })).error).toMatchObject({ code: 'insufficient_aal' })
  expect((await auth.passkey.delete({ passkeyId: answer.json.id })).error).toBeNull()
})
