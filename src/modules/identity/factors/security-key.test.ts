import { afterEach, beforeAll, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { Authenticator, type Doing } from '#testing/authenticator.ts'
import { claimsIn, password, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

type Auth = Awaited<ReturnType<typeof signedUp>>['auth']

async function tokenOf(auth: Auth) {
  return (await auth.getSession()).data.session!.access_token
}

async function post(auth: Auth, path: string, body: object) {
  const headers = { authorization: `Bearer ${await tokenOf(auth)}` }
  const answer = await server.send(`/auth/v1/factors/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, json: await answer.json() }
}

/** Begins a factor of this kind; `prove` answers its next challenge. */
async function enrolled(auth: Auth, key = new Authenticator(), friendlyName = 'Key') {
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  expect(error).toBeNull()
  return { key, id: data!.id, prove: (doing: Doing = {}, by: Auth = auth) => prove(by, data!.id, key, doing) }
}

async function prove(auth: Auth, id: string, key: Authenticator, doing: Doing) {
  const { json: asked } = await post(auth, `${id}/challenge`, { factorId: id, webauthn: { rpId: 'localhost' } })
  const { type, credential_options } = asked.webauthn
  const { challenge } = credential_options.publicKey
  const made = type === 'create' ? key.register(challenge, doing) : key.authenticate(challenge, doing)
  const proof = { challenge_id: asked.id, webauthn: { type, credential_response: made } }
  const answer = await post(auth, `${id}/verify`, proof)
  if (answer.status === 200) await auth.setSession(answer.json)
  return { asked, proof, ...answer }
}

async function signedIn(email: string) {
  const auth = server.auth()
  await auth.signInWithPassword({ email, password })
  return auth
}

test('a security key is enrolled, raises a session, is asked for at the next sign-in, and is removed', async () => {
  const { auth, email } = await signedUp(server.auth())
  const { id, key, prove } = await enrolled(auth)
  expect((await auth.getUser()).data.user!.factors).toMatchObject([
    { id, factor_type: 'webauthn', status: 'unverified', friendly_name: 'Key' },
  ])
  const first = await prove({ userVerified: false })
  expect(first.asked).toMatchObject({ type: 'webauthn', expires_at: expect.any(Number), webauthn: { type: 'create' } })
  expect(first.asked.webauthn.credential_options.publicKey.rp).toMatchObject({ id: 'localhost' })
  expect(first.status).toBe(200)
  expect(claimsIn(first.json.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] })
  const later = await signedIn(email)
  expect((await later.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await later.updateUser({ data: { a: 1 } })).error).toMatchObject({ code: 'insufficient_aal' })
  expect((await later.mfa.unenroll({ factorId: id })).error).toMatchObject({ code: 'insufficient_aal' })
  const asked = await prove({}, later)
  expect(asked.asked.webauthn).toMatchObject({
    type: 'request',
    credential_options: { publicKey: { allowCredentials: [{ id: key.id.toString('base64url') }] } },
  })
  expect(claimsIn(asked.json.access_token).aal).toBe('aal2')
  expect((await later.mfa.unenroll({ factorId: id })).error).toBeNull()
  expect((await later.getUser()).data.user!.factors).toEqual([])
})

test('the official client challenges and lists it; one without a name is unverified too', async () => {
  const { auth } = await signedUp(server.auth())
  const { data } = await auth.mfa.enroll({ factorType: 'webauthn' } as { factorType: 'webauthn'; friendlyName: string })
  expect(data).toMatchObject({ type: 'webauthn', friendly_name: '' })
  const asked = await auth.mfa.challenge({ factorId: data!.id, webauthn: { rpId: 'localhost' } })
  expect(asked.data!.type).toBe('webauthn')
  expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], webauthn: [] })
  const { error } = await auth.mfa.verify({ factorId: data!.id, challengeId: asked.data!.id, code: '123456' })
  expect(error).toMatchObject({ code: 'mfa_verification_failed' })
})

test('another site, another key, a copy, a replay and a challenge that is over are refused', async () => {
  const { auth, email } = await signedUp(server.auth())
  const { id, prove } = await enrolled(auth)
  for (const doing of [{ origin: 'https://evil.example' }, { rpID: 'evil.example' }])
    expect((await prove(doing)).json.code).toBe('mfa_verification_failed')
  expect((await prove()).status).toBe(200)
  const later = await signedIn(email)
  for (const doing of [{ origin: 'https://evil.example' }, { rpID: 'evil.example' }, { counter: 1 }])
    expect((await prove(doing, later)).json.code, JSON.stringify(doing)).toBe('mfa_verification_failed')
  const stranger = new Authenticator()
  const { json: asked } = await post(later, `${id}/challenge`, {})
  const signed = stranger.authenticate(asked.webauthn.credential_options.publicKey.challenge)
  const webauthn = { type: 'request', credential_response: signed }
  expect((await post(later, `${id}/verify`, { challenge_id: asked.id, webauthn })).status).toBe(422)
  const good = await prove({}, later)
  expect(good.status).toBe(200)
  expect((await post(later, `${id}/verify`, good.proof)).json.code).toBe('mfa_challenge_expired')
  const { json: old } = await post(later, `${id}/challenge`, {})
  clock.advance(minutes(5) + 1)
  const late = { challenge_id: old.id, webauthn: good.proof.webauthn }
  expect((await post(later, `${id}/verify`, late)).json.code).toBe('mfa_challenge_expired')
})

test('one key is one factor; another is added at aal2 only, and another user’s is unknown', async () => {
  const { auth, email } = await signedUp(server.auth())
  const { id, key, prove } = await enrolled(auth)
  await prove()
  const again = await enrolled(auth, key, 'Again')
  expect((await again.prove()).json.code).toBe('webauthn_credential_exists')
  const weak = await signedIn(email)
  expect((await weak.mfa.enroll({ factorType: 'webauthn', friendlyName: 'New' })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  // Begun at aal2, it is no way in for a session that has yet to show a factor.
  expect((await again.prove({}, weak)).json.code).toBe('insufficient_aal')
  const other = await signedUp(server.auth())
  expect((await post(other.auth, `${id}/challenge`, {})).json.code).toBe('mfa_factor_not_found')
})
