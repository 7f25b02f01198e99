import { afterEach, beforeAll, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { testHouse } from '#testing/house.ts'
import { codeIn, linkIn, messageTo, newEmail, password, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

const somebody = () => signedUp(server.auth())
const expired = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const askFor = (email: string, shouldCreateUser = false) =>
  server.auth().signInWithOtp({ email, options: { shouldCreateUser, data: { name: 'New Comer' } } })

test('a code or a link from the mail signs in; using one spends both', async () => {
  const { email, user } = await somebody()
  expect((await askFor(email)).error).toBeNull()
  const mail = await messageTo(email)
  const auth = server.auth()
  const events: string[] = []
  auth.onAuthStateChange(event => void events.push(event))
  const code = codeIn(mail)
  const { data, error } = await auth.verifyOtp({ email: email.toUpperCase(), token: code, type: 'email' })
  expect(error).toBeNull()
  expect(data.user!.id).toBe(user.id)
  expect(events).toContain('SIGNED_IN')
  expect((await auth.verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject(expired)
  const link = linkIn(mail)
  expect(link.searchParams.get('type')).toBe('magiclink')
  const followed = await server.send(link.pathname + link.search)
  expect(followed.headers.get('location')).toContain('error_code=otp_expired')

  await askFor(email)
  const fresh = linkIn(await messageTo(email))
  const target = new URL((await server.send(fresh.pathname + fresh.search)).headers.get('location')!)
  expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('an address that is unknown gets the same answer, no mail and no account', async () => {
  const { email } = await somebody()
  const ask = async (address: string) => {
    const body = JSON.stringify({ email: address, create_user: false })
    const answer = await server.send('/auth/v1/otp', { method: 'POST', body })
    return { status: answer.status, body: await answer.text() }
  }
  const unknown = newEmail()
  expect(await ask(unknown)).toEqual(await ask(email))
  expect(await messageTo(unknown)).toBe('')
  const { owner } = await testHouse()
  expect((await owner.query('select from users where email = $1', [unknown])).rowCount).toBe(0)
  const guess = await server.auth().verifyOtp({ email: unknown, token: '123456', type: 'email' })
  expect(guess.error).toMatchObject(expired)
})

test('with create_user a new address opens an account, confirmed by the code', async () => {
  const email = newEmail()
  expect((await askFor(email, true)).error).toBeNull()
  const auth = server.auth()
  const { data } = await auth.verifyOtp({ email, token: codeIn(await messageTo(email)), type: 'magiclink' })
  expect(data.user).toMatchObject({ email, user_metadata: { name: 'New Comer' } })
  expect(new Date(data.user!.email_confirmed_at!).getTime()).toBeLessThanOrEqual(Date.now())
  const headers = { authorization: `Bearer ${data.session!.access_token}` }
  const mine = await (await server.send('/rest/v1/clients/mine', { headers })).json()
  expect(mine.accounts).toMatchObject([{ name: 'New Comer', role: 'owner' }])
})

/** The same call from somewhere on the network. */
const verifyFrom = async (ip: string, body: object) => {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const answer = await server.app.request('http://127.0.0.1/auth/v1/verify', init, {
    incoming: { socket: { remoteAddress: ip } },
  })
  return answer.status
}

test('a stranger’s wrong guesses cost the owner neither the link nor, from elsewhere, the code', async () => {
  const { email } = await somebody()
  const recover = async () => {
    await server.auth().resetPasswordForEmail(email)
    const mail = await messageTo(email)
    return { code: codeIn(mail), link: linkIn(mail) }
  }
  const { code } = await recover()
  const right = { type: 'recovery', email, token: code }
  for (let guess = 1; guess <= 9; guess++)
    expect(await verifyFrom('2001:db8:1:2::9', { ...right, token: wrong(code) })).toBe(403)
  // The whole /64 belongs to one connection; guesses of every type count together.
  expect(await verifyFrom('2001:db8:1:2:ffff::1', { ...right, type: 'magiclink' })).toBe(403)
  expect(await verifyFrom('2001:db8:1:2::9', right)).toBe(429)
  expect(await verifyFrom('198.51.100.7', right)).toBe(200)

  const { code: second, link } = await recover()
  for (let guess = 0; guess < 30; guess++)
    expect(await verifyFrom(`203.0.113.${guess % 4}`, { ...right, token: wrong(second) })).toBe(403)
  expect(await verifyFrom('198.51.100.7', { ...right, token: second })).toBe(403)
  const target = new URL((await server.send(link.pathname + link.search)).headers.get('location')!)
  expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('another address’s code, and another kind’s, are wrong', async () => {
  const [mine, yours] = [await somebody(), await somebody()]
  await askFor(mine.email)
  await askFor(yours.email)
  const [code, theirs] = [codeIn(await messageTo(mine.email)), codeIn(await messageTo(yours.email))]
  const auth = server.auth()
  const verify = (token: string, type: 'email' | 'recovery' = 'email') =>
    auth.verifyOtp({ email: mine.email, token, type }).then(answer => answer.error)
  expect(await verify(code, 'recovery')).toMatchObject(expired)
  const guesses = [theirs === code ? wrong(code) : theirs, wrong(code), '', 'x'.repeat(200), '000 000']
  for (const guess of guesses) expect(await verify(guess)).not.toBeNull()
  expect(await verify(code)).toBeNull()
  expect((await auth.verifyOtp({ email: yours.email, token: theirs, type: 'email' })).error).toBeNull()
})

test('codes end after an hour, and with the next mail', async () => {
  const { email } = await somebody()
  const auth = server.auth()
  await askFor(email)
  const first = codeIn(await messageTo(email))
  await askFor(email)
  const second = codeIn(await messageTo(email))
  if (first !== second)
    expect((await auth.verifyOtp({ email, token: first, type: 'email' })).error).toMatchObject(expired)
  clock.advance(hours(1) + 1)
  expect((await auth.verifyOtp({ email, token: second, type: 'email' })).error).toMatchObject(expired)
})

test('a recovery code, and a code for a new password that is never a way in', async () => {
  const { auth, email } = await somebody()
  await server.auth().resetPasswordForEmail(email)
  const recovered = await server.auth().verifyOtp({ email, token: codeIn(await messageTo(email)), type: 'recovery' })
  expect(recovered.data.user?.email).toBe(email)
  await auth.reauthenticate()
  const token = codeIn(await messageTo(email))
  for (const type of ['reauthentication', 'code', 'email', 'odd'])
    expect((await server.auth().verifyOtp({ email, token, type: type as 'email' })).error).toMatchObject(expired)
})

test('resend: a confirmation while it is open, equal answers else', async () => {
  const { email } = await somebody()
  const resend = (type: 'signup' | 'email_change', address: string) => server.auth().resend({ type, email: address })
  const before = await messageTo(email)
  expect((await resend('signup', email)).error).toBeNull()
  expect((await resend('signup', newEmail())).error).toBeNull()
  expect(await messageTo(email)).toBe(before)
  expect((await resend('odd' as 'signup', email)).error).toMatchObject({ status: 400 })
})

test('numbers are no way in: they are read, and declined', async () => {
  const auth = server.auth()
  const format = { status: 400, message: 'Invalid phone number format (E.164 required)' }
  const declined = { status: 400, code: 'phone_provider_disabled' }
  expect((await auth.signInWithOtp({ phone: '12-34' })).error).toMatchObject(format)
  expect((await auth.signInWithOtp({ phone: '+15125550100' })).error).toMatchObject(declined)
  expect((await auth.signUp({ phone: '+15125550100', password: 'secret1' })).error).toMatchObject(declined)
  expect((await auth.signInWithPassword({ phone: '+15125550100', password: 'secret1' })).error).toMatchObject(declined)
  expect((await auth.verifyOtp({ phone: 'abc', token: '123456', type: 'sms' })).error).toMatchObject(format)
  expect((await auth.verifyOtp({ phone: '+15125550100', token: '123456', type: 'sms' })).error).toMatchObject(expired)
  expect((await auth.resend({ type: 'sms', phone: '+15125550100' })).error).toMatchObject(declined)
})

test('a new password ends what lies in the mailbox', async () => {
  const { auth, email } = await somebody()
  await askFor(email)
  const mail = await messageTo(email)
  expect((await auth.updateUser({ password: 'another one' })).error).toBeNull()
  const link = linkIn(mail)
  expect((await server.send(link.pathname + link.search)).headers.get('location')).toContain('otp_expired')
  const code = await server.auth().verifyOtp({ email, token: codeIn(mail), type: 'email' })
  expect(code.error).toMatchObject(expired)
})

test('anyone who signed up with an address that was not theirs is out when its owner comes by mail', async () => {
  const { email } = await somebody()
  const { owner } = await testHouse()
  const unproven = `update auth.credentials set email_confirmed_at = null
    where user_id = (select id from users where email = $1)`
  await owner.query(unproven, [email])
  await askFor(email)
  const mine = await server.auth().verifyOtp({ email, token: codeIn(await messageTo(email)), type: 'email' })
  expect(mine.error).toBeNull()
  const theirs = await server.auth().signInWithPassword({ email, password })
  expect(theirs.error).toMatchObject({ code: 'invalid_credentials' })
})
