import { randomUUID } from 'node:crypto'
import type { GoTrueAdminApi } from '@supabase/auth-js'
import { beforeAll, expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { aUser } from '#testing/church.ts'
import { codeIn, linkIn, messageTo, newEmail, password, serviceClient, signedUp, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { serviceToken } from './service.ts'

let server: Awaited<ReturnType<typeof aServer>>
let admin: GoTrueAdminApi
const api = (token: string) => serviceClient(server, token)
beforeAll(async () => {
  server = await aServer()
  admin = api(await serviceToken(60_000))
})

test('users are made, read, changed and deleted by the service', async () => {
  const email = newEmail()
  const made = await admin.createUser({ email, password, email_confirm: true, user_metadata: { name: 'Ann' } })
  expect(made.error).toBeNull()
  const { id } = made.data.user!
  expect((await admin.createUser({ email, password })).error).toMatchObject({ status: 422 })
  expect((await server.auth().signInWithPassword({ email, password })).error).toBeNull()
  expect((await admin.getUserById(id)).data.user).toMatchObject({ email, user_metadata: { name: 'Ann' } })
  const moved = newEmail()
  const changed = await admin.updateUserById(id, { email: moved, password: 'another', app_metadata: { plan: 'pro' } })
  expect(changed.data.user).toMatchObject({ email: moved, app_metadata: { plan: 'pro', platform_role: 'user' } })
  const auth = server.auth()
  expect((await auth.signInWithPassword({ email: moved, password: 'another' })).error).toBeNull()
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await auth.getUser()).error).not.toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404 })
  expect((await admin.deleteUser(randomUUID())).error).toMatchObject({ status: 404 })
})

test('consent to one new address is none to another', async () => {
  const { auth, email } = await signedUp(server.auth())
  const link = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
    (await admin.generateLink({ type, email, newEmail })).data.properties!.hashed_token
  const confirm = (token_hash: string) => server.auth().verifyOtp({ type: 'email_change', token_hash })
  const [first, second] = [newEmail(), newEmail()]
  await confirm(await link('email_change_new', first))
  const { data } = await confirm(await link('email_change_current', second))
  expect(data.session).toBeNull()
  expect((await auth.getUser()).data.user).toMatchObject({ email, new_email: second })
})

test('metadata is what was given: no name is made up', async () => {
  const metadata = { favorite_color: 'yellow' }
  const email = newEmail()
  const made = await admin.createUser({ email, user_metadata: metadata, app_metadata: { roles: ['editor'] } })
  expect(made.data.user).toMatchObject({ user_metadata: {}, app_metadata: { roles: ['editor'] } })
  expect(made.data.user!.user_metadata).toEqual(metadata)
  const bare = (await admin.createUser({ email: newEmail(), password, email_confirm: true })).data.user!
  expect(bare.user_metadata).toEqual({})
  expect((await admin.updateUserById(bare.id, { user_metadata: metadata })).data.user!.user_metadata).toEqual(metadata)
  const session = (await server.auth().signInWithPassword({ email: bare.email!, password })).data.session!
  const headers = { authorization: `Bearer ${session.access_token}` }
  const { accounts } = await (await server.send('/rest/v1/clients/mine', { headers })).json()
  expect(accounts).toMatchObject([{ name: bare.email!.split('@')[0], role: 'owner' }])
  const linked = await admin.generateLink({ type: 'signup', email: newEmail(), password, options: { data: metadata } })
  expect(linked.data.user!.user_metadata).toEqual(metadata)
})

test('the list comes in pages, newest first', async () => {
  for (let n = 0; n < 3; n++) await admin.createUser({ email: newEmail(), password })
  const first = (await admin.listUsers({ page: 1, perPage: 2 })).data as { users: { id: string }[]; nextPage: number }
  expect(first.users).toHaveLength(2)
  expect(first.nextPage).toBe(2)
  const { users } = (await admin.listUsers({ page: 2, perPage: 2 })).data
  expect(users.map(user => user.id)).not.toContain(first.users[0]!.id)
  const { data } = await admin.createUser({ email: newEmail() })
  expect((await admin.listUsers()).data.users[0]).toMatchObject({ id: data.user!.id })
  for (const params of [{ page: -1 }, { page: 0 }, { perPage: -1 }, { page: 1.5 }])
    expect((await admin.listUsers(params)).error, JSON.stringify(params)).toMatchObject({ status: 400 })
})

test('the list shows each user with their own factors', async () => {
  const one = await signedUp(server.auth())
  const { factorId } = await withTotp(one.auth)
  const other = await signedUp(server.auth())
  const { users } = (await admin.listUsers({ page: 1, perPage: 10 })).data
  const factorsOf = (id: string) => users.find(user => user.id === id)!.factors!.map(factor => factor.id)
  expect([factorsOf(one.user.id), factorsOf(other.user.id)]).toEqual([[factorId], []])
})

test('a ban ends the sessions and every way in, until it is lifted', async () => {
  const { auth, email, user } = await signedUp(server.auth())
  const token_hash = (await admin.generateLink({ type: 'magiclink', email })).data.properties!.hashed_token
  await admin.updateUserById(user.id, { ban_duration: '24h' })
  expect((await server.auth().verifyOtp({ type: 'magiclink', token_hash })).error).toMatchObject({
    code: 'user_banned',
  })
  expect((await auth.getUser()).error).not.toBeNull()
  expect((await server.auth().signInWithPassword({ email, password })).error).toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(user.id, { ban_duration: 'none' })
  expect((await server.auth().signInWithPassword({ email, password })).error).toBeNull()
})

test('links and codes for a mail that someone else sends', async () => {
  const { email } = await signedUp(server.auth())
  const link = await admin.generateLink({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example' } })
  expect(link.data.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: env.publicUrl })
  const { hashed_token, action_link } = link.data.properties!
  const signedIn = await server.auth().verifyOtp({ type: 'magiclink', token_hash: hashed_token })
  expect(signedIn.data.user?.email).toBe(email)
  const spent = new URL(action_link)
  expect((await server.send(spent.pathname + spent.search)).headers.get('location')).toContain('otp_expired')
  const invited = newEmail()
  const invite = await admin.generateLink({ type: 'invite', email: invited })
  const token = invite.data.properties!.email_otp
  expect((await server.auth().verifyOtp({ email: invited, token, type: 'invite' })).data.user?.email).toBe(invited)
  expect((await admin.generateLink({ type: 'recovery', email: newEmail() })).error).toMatchObject({ status: 404 })
  expect((await admin.generateLink({ type: 'invite', email })).error).toMatchObject({ code: 'email_exists' })
})

test('an invitation is emailed; anyone who accepts it chooses a password', async () => {
  const email = newEmail()
  const { data, error } = await admin.inviteUserByEmail(email, { data: { status: 'alpha' } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { status: 'alpha' } })
  const link = linkIn(await messageTo(email))
  expect(link.searchParams.get('redirect_to')).toBe(`${env.publicUrl}/reset-password`)
  const again = await admin.inviteUserByEmail(email, { redirectTo: `${env.publicUrl}/profile` })
  expect(again.data.user!.id).toBe(data.user!.id)
  expect((await server.send(link.pathname + link.search)).headers.get('location')).toContain('otp_expired')
  const newer = linkIn(await messageTo(email))
  const landed = await server.send(newer.pathname + newer.search)
  expect(landed.headers.get('location')).toMatch(/\/profile#access_token=.*type=invite$/)
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await admin.inviteUserByEmail('nobody')).error).toMatchObject({
    status: 400,
    message: 'Unable to validate email address: invalid format',
  })
  const { session } = await signedUp(server.auth())
  expect((await api(session.access_token).inviteUserByEmail(newEmail())).error).toMatchObject({ code: 'not_admin' })
})

test('a password from before the invitation ends when it is accepted: a stranger may have chosen it', async () => {
  const email = newEmail()
  await admin.createUser({ email, password })
  await admin.inviteUserByEmail(email)
  const token = codeIn(await messageTo(email))
  expect((await server.auth().verifyOtp({ email, token, type: 'invite' })).error).toBeNull()
  expect((await server.auth().signInWithPassword({ email, password })).error).toMatchObject({
    code: 'invalid_credentials',
  })
})

test('a factor that was lost is taken away', async () => {
  const { auth, user } = await signedUp(server.auth())
  const { factorId } = await withTotp(auth)
  const listed = await admin.mfa.listFactors({ userId: user.id })
  expect(listed.data!.factors).toMatchObject([{ id: factorId, status: 'verified' }])
  for (const refused of [
    await admin.mfa.listFactors({ userId: randomUUID() }),
    await admin.mfa.deleteFactor({ userId: randomUUID(), id: factorId }),
  ])
    expect(refused.error).toMatchObject({ status: 404, code: 'user_not_found' })
  expect((await admin.mfa.deleteFactor({ userId: user.id, id: randomUUID() })).error).toMatchObject({ status: 404 })
  expect((await admin.mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull()
  expect((await auth.getUser()).data.user!.factors).toEqual([])
})

test('nobody else manages users: no visitor, no member, no admin of Lampstand; and the service opens no church', async () => {
  const { session } = await signedUp(server.auth())
  const operator = await aUser({ admin: true })
  const refused = { status: 403, code: 'not_admin', message: 'User not allowed' }
  for (const token of [session.access_token, operator.session.access_token]) {
    expect((await api(token).listUsers()).error).toMatchObject(refused)
    expect((await api(token).createUser({ email: newEmail() })).error).toMatchObject(refused)
    expect((await api(token).getUserById(operator.id)).error).toMatchObject(refused)
  }
  expect((await server.send('/auth/v1/admin/users')).status).toBe(401)
  const headers = { authorization: `Bearer ${await serviceToken(60_000)}` }
  expect((await server.send('/rest/v1/clients/mine', { headers })).status).toBe(401)
  expect((await server.send('/auth/v1/user', { headers })).status).toBe(403)
})
