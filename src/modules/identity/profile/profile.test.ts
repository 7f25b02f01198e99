import { afterEach, beforeAll, expect, test } from 'vitest'
import { clock, hours } from '#kernel/clock.ts'
import { codeIn, messageTo, newEmail, password, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

test('a day into a session a new password needs the code from the mail', async () => {
  const { auth, email } = await signedUp(server.auth())
  clock.advance(hours(24) + 1)
  await auth.refreshSession()
  const change = (nonce?: string) => auth.updateUser({ password: 'another one', nonce }).then(answer => answer.error)
  expect(await change()).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await auth.reauthenticate()).error).toBeNull()
  const nonce = codeIn(await messageTo(email))
  expect(await change(nonce === '111111' ? '222222' : '111111')).toMatchObject({ code: 'reauthentication_not_valid' })
  expect(await change(nonce)).toBeNull()
  expect((await server.auth().signInWithPassword({ email, password: 'another one' })).error).toBeNull()
  expect((await auth.updateUser({ password: 'a third one', nonce })).error).toMatchObject({
    code: 'reauthentication_not_valid',
  })
})

test('name and other words about oneself are added, taken away with null, and bounded', async () => {
  const { auth } = await signedUp(server.auth())
  expect((await auth.updateUser({ data: { name: 'Pat M.', colour: 'blue' } })).data.user!.user_metadata).toEqual({
    name: 'Pat M.',
    colour: 'blue',
  })
  expect((await auth.updateUser({ data: { colour: null } })).data.user!.user_metadata).toEqual({ name: 'Pat M.' })
  expect((await auth.updateUser({ data: { long: 'x'.repeat(9_000) } })).error).toMatchObject({ status: 400 })
  expect((await auth.updateUser({ data: { long: '教'.repeat(3_000) } })).error).toMatchObject({ status: 400 })
  expect((await auth.updateUser({ data: { name: 'x'.repeat(201) } })).error).toMatchObject({ status: 400 })
  expect((await auth.getUser()).data.user!.user_metadata).toEqual({ name: 'Pat M.' })
  // It would travel in every token, and no server reads one of that size.
  const data = { long: 'x'.repeat(9_000) }
  const email = newEmail()
  expect((await server.auth().signUp({ email, password, options: { data } })).error).toMatchObject({ status: 400 })
  expect((await server.auth().signInWithPassword({ email, password })).error).not.toBeNull()
})

test('one’s sessions: this one marked, others ended one by one', async () => {
  const { auth, email, session } = await signedUp(server.auth())
  const phone = server.auth()
  await phone.signInWithPassword({ email, password })
  const stranger = await signedUp(server.auth())
  const send = (token: string, path = '', method = 'GET') =>
    server.send(`/auth/v1/sessions${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const list = async () => (await (await send(session.access_token)).json()) as { id: string; current: boolean }[]
  const mine = await list()
  expect(mine.map(one => one.current).sort()).toEqual([false, true])
  const other = mine.find(one => !one.current)!
  expect((await send(stranger.session.access_token, `/${other.id}`, 'DELETE')).status).toBe(404)
  expect((await send(session.access_token, '/nonsense', 'DELETE')).status).toBe(404)
  expect((await phone.getUser()).error).toBeNull()
  expect((await send(session.access_token, `/${other.id}`, 'DELETE')).status).toBe(204)
  expect((await phone.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect(await list()).toMatchObject([{ current: true }])
  expect((await auth.getUser()).error).toBeNull()
})

test('what this service never does is declined in the words that libraries know', async () => {
  const { auth } = await signedUp(server.auth())
  const identity = (await auth.getUserIdentities()).data!.identities[0]!
  expect((await auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
    message: 'Manual linking is disabled',
    status: 404,
  })
  expect((await auth.unlinkIdentity(identity)).error).toMatchObject({ message: 'Manual linking is disabled' })
  expect((await auth.signInWithSSO({ domain: 'example.org' })).error).toMatchObject({ message: 'SAML 2.0 is disabled' })
  const signature = new Uint8Array([1]) as never
  expect((await auth.signInWithWeb3({ chain: 'solana', message: 'hello', signature })).error).toMatchObject({
    message: 'Web3 provider is disabled',
  })
  expect((await auth.signInWithIdToken({ provider: 'google', token: 'x' })).error).toMatchObject({
    message: 'Provider (issuer "https://accounts.google.com") is not enabled',
  })
  expect((await auth.signInAnonymously()).error).toMatchObject({ message: 'Anonymous sign-ins are disabled' })
  expect((await auth.updateUser({ phone: '+15125550100' })).error).toMatchObject({ code: 'phone_provider_disabled' })
})

test('a token that is no token of ours is told so', async () => {
  const user = (authorization?: string) =>
    server.send('/auth/v1/user', { headers: authorization ? { authorization } : {} })
  const none = await user()
  expect(none.status).toBe(401)
  expect(await none.json()).toMatchObject({ message: 'This endpoint requires a valid Bearer token' })
  const forged = await user('Bearer abc.def.ghi')
  expect(forged.status).toBe(403)
  expect(await forged.json()).toMatchObject({ code: 'bad_jwt' })
  expect((await server.auth().updateUser({ email: newEmail() })).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
})
