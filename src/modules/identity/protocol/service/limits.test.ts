// Isolated: rate limits are switched on as the server starts
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { messageTo, newEmail, password, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

vi.hoisted(() => {
  process.env.AUTH_RATE_LIMITS = 'on'
})

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

const limited = { status: 429, code: 'over_request_rate_limit' }

test('an address is asked for its password ten times in five minutes, known or not', async () => {
  const { email } = await signedUp(server.auth())
  for (const address of [email, newEmail()]) {
    for (let guess = 1; guess <= 10; guess++)
      expect((await server.auth().signInWithPassword({ email: address, password: 'wrong' })).error).toMatchObject({
        status: 400,
      })
    expect((await server.auth().signInWithPassword({ email: address, password })).error).toMatchObject(limited)
  }
})

test('who guesses from elsewhere does not lock an owner out', async () => {
  const { email } = await signedUp(server.auth())
  const from = (ip: string) =>
    server.app.request(
      'http://127.0.0.1/auth/v1/token?grant_type=password',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: ip === 'home' ? password : 'wrong' }),
      },
      { incoming: { socket: { remoteAddress: ip === 'home' ? '10.0.0.1' : ip } } },
    )
  for (let guess = 1; guess <= 10; guess++) expect((await from('203.0.113.9')).status).toBe(400)
  expect((await from('203.0.113.9')).status).toBe(429)
  expect((await from('home')).status).toBe(200)
  // Fifty from everywhere are too many even so.
  for (let guess = 12; guess <= 50; guess++) await from(`203.0.113.${guess}`)
  expect((await from('203.0.113.99')).status).toBe(429)
})

test('an address gets five mails of a kind in an hour, known or not', async () => {
  const { email } = await signedUp(server.auth())
  for (const address of [email, newEmail()]) {
    const ask = () => server.auth().signInWithOtp({ email: address, options: { shouldCreateUser: false } })
    for (let mail = 1; mail <= 5; mail++) expect((await ask()).error).toBeNull()
    expect((await ask()).error).toMatchObject(limited)
    expect((await server.auth().resetPasswordForEmail(address)).error).toBeNull()
  }
  expect(await messageTo(email)).toContain('Choose a new password')
  clock.advance(hours(1) + 1)
  expect((await server.auth().signInWithOtp({ email })).error).toBeNull()
})

test('who asks for an owner’s mails from elsewhere does not keep the owner from asking', async () => {
  const { email } = await signedUp(server.auth())
  const recover = async (ip: string) => {
    const init = { method: 'POST', body: JSON.stringify({ email }) }
    const env = { incoming: { socket: { remoteAddress: ip } } }
    return (await server.app.request('http://127.0.0.1/auth/v1/recover', init, env)).status
  }
  for (let mail = 1; mail <= 5; mail++) expect(await recover(`2001:db8:1:2::${mail}`)).toBe(200)
  expect(await recover('2001:db8:1:2::9')).toBe(429)
  expect(await recover('198.51.100.7')).toBe(200)
})

test('a phone gets five texts in ten minutes, the caller', async () => {
  const phone = '+15125550177'
  const challenges = async () => {
    const { auth } = await signedUp(server.auth())
    const { data } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone })
    return () => auth.mfa.challenge({ factorId: data!.id }).then(answer => answer.error)
  }
  const [mine, yours] = [await challenges(), await challenges()]
  for (let text = 1; text <= 5; text++) expect(await mine()).toBeNull()
  expect(await mine()).toMatchObject(limited)
  expect(await yours()).toMatchObject(limited)
})

test('one place on the network can’t ask for one address after another', async () => {
  const answers = []
  for (let mail = 1; mail <= 31; mail++) answers.push((await server.auth().resetPasswordForEmail(newEmail())).error)
  expect(answers.at(-1)).toMatchObject(limited)
  expect(answers.filter(error => error === null).length).toBeGreaterThan(20)
})

test('a program’s network asks for tokens six hundred times in five minutes', async () => {
  const ask = () =>
    server.send('/auth/v1/oauth/token', { method: 'POST', body: new URLSearchParams({ client_id: 'x' }) })
  const answers: number[] = []
  for (let n = 0; n <= 600; n++) answers.push((await ask()).status)
  expect(new Set(answers.slice(0, 600))).toEqual(new Set([400]))
  expect(answers.at(-1)).toBe(429)
})
