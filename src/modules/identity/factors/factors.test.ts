import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clock, hours, minutes, seconds } from '#kernel/clock.ts'
import { testHouse } from '#testing/house.ts'
import { claimsIn, codeIn, messageTo, newEmail, password, signedUp, totpCode, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
// At the start of a step, so that no code changes between its making and its use.
beforeEach(() => clock.advance(30_000 - (clock.ms() % 30_000)))
afterEach(() => clock.reset())

const somebody = () => signedUp(server.auth())
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Signed in with the password alone, on another device. */
async function elsewhere(email: string) {
  const auth = server.auth()
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
  return auth
}

test('enrolling shows a picture, the secret and its address; the first right code raises the session to aal2', async () => {
  const { auth, user } = await somebody()
  const events: string[] = []
  auth.onAuthStateChange(event => void events.push(event))
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone', issuer: 'Grace' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
  expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]+<\/svg>$/)
  expect(data!.totp.uri).toMatch(/^otpauth:\/\/totp\/Grace/)
  expect(data!.totp.uri).toContain(data!.totp.secret)
  expect((await auth.mfa.listFactors()).data).toMatchObject({ totp: [], all: [{ status: 'unverified' }] })
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })

  const asked = await auth.mfa.challenge({ factorId: data!.id })
  expect(asked.data).toMatchObject({ type: 'totp' })
  expect(asked.data!.expires_at).toBeCloseTo(clock.ms() / 1000 + 300, -1)
  const code = totpCode(data!.totp.secret)
  const challengeId = asked.data!.id
  expect((await auth.mfa.verify({ factorId: data!.id, challengeId, code: wrong(code) })).error).toMatchObject({
    message: 'Invalid TOTP code entered',
    code: 'mfa_verification_failed',
  })
  const verified = await auth.mfa.verify({ factorId: data!.id, challengeId, code })
  expect(verified.error).toBeNull()
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  const claims = claimsIn(verified.data!.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }], sub: user.id })
  expect((await auth.mfa.listFactors()).data!.totp).toMatchObject([{ friendly_name: 'My phone', status: 'verified' }])
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
  expect((await auth.refreshSession()).data.session!.access_token).toSatisfy(token => claimsIn(token).aal === 'aal2')
})

test('a code is good once, and for half a minute on either side', async () => {
  const { auth, email } = await somebody()
  const { factorId, secret } = await withTotp(auth)
  const other = await elsewhere(email)
  const tries = async (code: string) => (await other.mfa.challengeAndVerify({ factorId, code })).error
  expect(await tries(totpCode(secret))).toMatchObject({ code: 'mfa_verification_failed' })
  expect(await tries(totpCode(secret, 2))).toMatchObject({ code: 'mfa_verification_failed' })
  expect(await tries(totpCode(secret, 1))).toBeNull()
  expect(await tries(totpCode(secret))).toMatchObject({ code: 'mfa_verification_failed' })
  clock.advance(seconds(90))
  expect(await tries(totpCode(secret, -1))).toBeNull()
})

test('the same code from two devices at once opens one of them', async () => {
  const { auth, email } = await somebody()
  const { factorId, secret } = await withTotp(auth)
  const others = await Promise.all([elsewhere(email), elsewhere(email), elsewhere(email)])
  const code = totpCode(secret, 1)
  const answers = await Promise.all(others.map(other => other.mfa.challengeAndVerify({ factorId, code })))
  expect(answers.filter(answer => !answer.error)).toHaveLength(1)
})

test('a challenge is good once, for five minutes, and for its own factor', async () => {
  const { auth } = await somebody()
  const { factorId, secret } = await withTotp(auth, 'First')
  const second = (await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })).data!
  const asked = (await auth.mfa.challenge({ factorId })).data!
  const verify = (id: string, challengeId: string, code: string) =>
    auth.mfa.verify({ factorId: id, challengeId, code }).then(answer => answer.error)
  expect(await verify(second.id, asked.id, totpCode(second.totp.secret))).toMatchObject({ status: 404 })
  expect(await verify(factorId, asked.id, totpCode(secret, 1))).toBeNull()
  clock.advance(minutes(2))
  expect(await verify(factorId, asked.id, totpCode(secret))).toMatchObject({ code: 'mfa_challenge_expired' })
  const late = (await auth.mfa.challenge({ factorId })).data!
  clock.advance(minutes(5) + 1)
  expect(await verify(factorId, late.id, totpCode(secret))).toMatchObject({ code: 'mfa_challenge_expired' })
  expect(await verify(factorId, 'no id', totpCode(secret))).toMatchObject({ status: 404 })
})

test('a factor that was begun before the first one is set up is no way in for anyone who knows the password', async () => {
  const { auth, email } = await somebody()
  const thief = await elsewhere(email)
  const { id, totp } = (await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Theirs' })).data!
  await withTotp(auth, 'Mine')
  const again = await elsewhere(email)
  expect((await again.mfa.challengeAndVerify({ factorId: id, code: totpCode(totp.secret) })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  expect((await auth.mfa.challengeAndVerify({ factorId: id, code: totpCode(totp.secret) })).error).toBeNull()
})

test('another user’s factor is as unknown as none', async () => {
  const [mine, yours] = [await somebody(), await somebody()]
  const { factorId, secret } = await withTotp(mine.auth)
  const unknown = { status: 404, code: 'mfa_factor_not_found' }
  expect((await yours.auth.mfa.challenge({ factorId })).error).toMatchObject(unknown)
  const asked = (await mine.auth.mfa.challenge({ factorId })).data!
  const stolen = { factorId, challengeId: asked.id, code: totpCode(secret, 1) }
  expect((await yours.auth.mfa.verify(stolen)).error).toMatchObject(unknown)
  expect((await yours.auth.mfa.unenroll({ factorId })).error).toMatchObject(unknown)
  const call = await server.send('/auth/v1/factors/nonsense/challenge', {
    method: 'POST',
    headers: { authorization: `Bearer ${yours.session.access_token}` },
  })
  expect(call.status).toBe(404)
})

test('after ten guesses nobody guesses on, not with the right code either, until ten minutes have passed', async () => {
  const { auth, email } = await somebody()
  const { factorId, secret } = await withTotp(auth)
  const thief = await elsewhere(email)
  const challengeId = (await thief.mfa.challenge({ factorId })).data!.id
  for (let guess = 1; guess <= 10; guess++)
    expect((await thief.mfa.verify({ factorId, challengeId, code: '000000' })).error).toMatchObject({ status: 422 })
  const locked = { status: 429, code: 'over_request_rate_limit' }
  expect((await thief.mfa.verify({ factorId, challengeId, code: totpCode(secret, 1) })).error).toMatchObject(locked)
  // A fresh challenge and a fresh session change nothing.
  const again = await elsewhere(email)
  const code = totpCode(secret, 1)
  expect((await again.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(locked)
  clock.advance(minutes(11))
  expect((await again.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull()
})

test('guesses from elsewhere leave the owner in, until thirty have come from everywhere', async () => {
  const { auth, email } = await somebody()
  const { factorId, secret } = await withTotp(auth)
  const from = async (ip: string) => {
    const fetch = async (url: string, init: RequestInit) =>
      server.app.request(url, init, { incoming: { socket: { remoteAddress: ip } } })
    const client = server.auth({ fetch })
    await client.signInWithPassword({ email, password })
    return client
  }
  const locked = { status: 429, code: 'over_request_rate_limit' }
  const guess = async (ip: string, tries: number) => {
    const thief = await from(ip)
    const challengeId = (await thief.mfa.challenge({ factorId })).data!.id
    for (let n = 1; n <= tries; n++)
      expect((await thief.mfa.verify({ factorId, challengeId, code: '000000' })).error).toMatchObject({ status: 422 })
    return (await thief.mfa.verify({ factorId, challengeId, code: '000000' })).error
  }
  expect(await guess('203.0.113.1', 10)).toMatchObject(locked)
  const owner = await from('198.51.100.7')
  expect((await owner.mfa.challengeAndVerify({ factorId, code: totpCode(secret, 1) })).error).toBeNull()
  clock.advance(minutes(11))
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) expect(await guess(ip, 10)).toMatchObject(locked)
  const again = await from('198.51.100.7')
  expect((await again.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toMatchObject(locked)
})

test('once a factor is set up, factors, address and password are changed at aal2 only', async () => {
  const { auth, email } = await somebody()
  const weak = await elsewhere(email)
  const { factorId } = await withTotp(auth)
  // A session from before is asked once; until then it is as weak as a new one.
  expect((await weak.updateUser({ data: { color: 'blue' } })).error).toMatchObject({ code: 'insufficient_aal' })
  const other = await elsewhere(email)
  expect((await other.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  const more = await other.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
  expect(more.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  for (const change of [{ password: 'another one' }, { email: newEmail() }, { data: { color: 'blue' } }])
    expect((await other.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  const later = await elsewhere(email)
  expect((await later.updateUser({ password: 'another one' })).error).toBeNull()
})

test('a phone gets its code by text', async () => {
  const { auth } = await somebody()
  const refused = await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone: '0123' })
  expect(refused.error).toMatchObject({ message: 'Invalid phone number format (E.164 required)' })
  const { data } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone: '+1 (512) 555-0142' })
  expect(data).toMatchObject({ type: 'phone', phone: '+15125550142' })
  const asked = (await auth.mfa.challenge({ factorId: data!.id, channel: 'sms' })).data!
  expect(asked.type).toBe('phone')
  const code = codeIn(await messageTo('+15125550142'))
  const verify = (challengeId: string, said: string) =>
    auth.mfa.verify({ factorId: data!.id, challengeId, code: said }).then(answer => answer.error)
  expect(await verify(asked.id, wrong(code))).toMatchObject({ message: 'Invalid MFA Phone code entered' })
  expect(await verify(asked.id, code)).toBeNull()
  expect(await verify(asked.id, code)).toMatchObject({ code: 'mfa_challenge_expired' })
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select state, provider, channel from messages where recipient = '+15125550142'`)
  expect(rows).toEqual([{ state: 'delivered', provider: 'sandbox', channel: 'sms' }])
})

test('ten factors at most, each with a name of its own, of kinds that exist', async () => {
  const { auth } = await somebody()
  const enroll = (friendlyName: string) => auth.mfa.enroll({ factorType: 'totp', friendlyName })
  await enroll('1')
  expect((await enroll('1')).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  for (let n = 2; n <= 10; n++) expect((await enroll(String(n))).error).toBeNull()
  expect((await enroll('11')).error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' })
  clock.advance(hours(1) + 1)
  await auth.refreshSession()
  expect((await enroll('1')).error).toBeNull()
  expect((await auth.mfa.listFactors()).data!.all).toHaveLength(1)
  const other = await somebody()
  expect((await other.auth.mfa.enroll({ factorType: 'carrier-pigeon' as 'totp' })).error).toMatchObject({ status: 400 })
  expect((await server.auth().mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    message: 'This endpoint requires a valid Bearer token',
  })
})

test('the database keeps no secret that could be used', async () => {
  const { auth } = await somebody()
  const { secret } = await withTotp(auth)
  const { owner } = await testHouse()
  const { rows } = await owner.query('select secret from auth.factors where secret is not null')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row.secret).toMatch(/^v1\./)
    expect(row.secret).not.toContain(secret)
  }
})
