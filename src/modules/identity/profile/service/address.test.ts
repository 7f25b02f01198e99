import { beforeAll, expect, test } from 'vitest'
import { codeIn, linkIn, messageTo, newEmail, password, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

const follow = async (link: URL) =>
  new URL((await server.send(link.pathname + link.search)).headers.get('location')!).hash

test('a new address counts when both addresses have agreed, and the old one is told', async () => {
  const { auth, email } = await signedUp(server.auth())
  const wanted = newEmail()
  const { data, error } = await auth.updateUser({ email: wanted.toUpperCase() })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, new_email: wanted })
  const [old, fresh] = [linkIn(await messageTo(email)), linkIn(await messageTo(wanted))]
  expect(old.searchParams.get('type')).toBe('email_change')

  const halfway = await follow(fresh)
  expect(halfway).toContain('message=Confirmation+link+accepted')
  expect(halfway).not.toContain('access_token')
  expect((await auth.getUser()).data.user).toMatchObject({ email, new_email: wanted })
  expect(await follow(fresh)).toContain('otp_expired')
  await server.auth().resetPasswordForEmail(email)
  const left = linkIn(await messageTo(email))
  expect(left.searchParams.get('type')).toBe('recovery')
  expect(await follow(old)).toContain('access_token')
  // Someone who reads the old mailbox can’t reach the account any more.
  expect(await follow(left)).toContain('otp_expired')

  const user = (await auth.getUser()).data.user!
  expect(user).toMatchObject({ email: wanted })
  expect(user.new_email).toBeUndefined()
  expect(await messageTo(email)).toContain(`You now sign in with ${wanted}`)
  expect((await server.auth().signInWithPassword({ email, password })).error).not.toBeNull()
  expect((await server.auth().signInWithPassword({ email: wanted, password })).error).toBeNull()
})

test('by the codes in the mails, each with its own address', async () => {
  const { auth, email } = await signedUp(server.auth())
  const wanted = newEmail()
  await auth.updateUser({ email: wanted })
  const [old, fresh] = [codeIn(await messageTo(email)), codeIn(await messageTo(wanted))]
  const verify = (address: string, token: string) =>
    server.auth().verifyOtp({ email: address, token, type: 'email_change' })
  if (old !== fresh) expect((await verify(wanted, old)).error).not.toBeNull()
  const first = await verify(email, old)
  expect(first).toMatchObject({ error: null, data: { session: null, user: null } })
  const second = await verify(wanted, fresh)
  expect(second.data.user).toMatchObject({ email: wanted })
})

test('an address that someone has is refused at once, or at the end', async () => {
  const [mine, yours] = [await signedUp(server.auth()), await signedUp(server.auth())]
  const taken = { status: 422, code: 'email_exists' }
  expect((await mine.auth.updateUser({ email: yours.email })).error).toMatchObject(taken)
  const wanted = newEmail()
  await mine.auth.updateUser({ email: wanted })
  const [old, fresh] = [linkIn(await messageTo(mine.email)), linkIn(await messageTo(wanted))]
  await signedUp(server.auth(), wanted)
  await follow(old)
  expect(await follow(fresh)).toContain('error_code=email_exists')
  expect((await mine.auth.getUser()).data.user!.email).toBe(mine.email)
})

test('a later wish replaces the one before, and resend mails anyone who has not agreed yet', async () => {
  const { auth, email } = await signedUp(server.auth())
  const [first, second] = [newEmail(), newEmail()]
  await auth.updateUser({ email: first })
  const stale = linkIn(await messageTo(first))
  await auth.updateUser({ email: second })
  expect(await follow(stale)).toContain('otp_expired')
  await follow(linkIn(await messageTo(second)))
  const before = await messageTo(second)
  expect((await server.auth().resend({ type: 'email_change', email })).error).toBeNull()
  const link = linkIn(await messageTo(email))
  expect(await messageTo(second)).toBe(before)
  expect(await follow(link)).toContain('access_token')
  expect((await auth.getUser()).data.user!.email).toBe(second)
})
