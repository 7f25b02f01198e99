import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { clock, hours, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

const password = 'let me in'
const newEmail = () => `${randomUUID()}@example.org`

async function signedUp(options: Record<string, unknown> = {}) {
  const auth = server.auth(options)
  const email = newEmail()
  const { data, error } = await auth.signUp({ email, password, options: { data: { name: 'Pat Miller' } } })
  expect(error).toBeNull()
  return { auth, email, session: data.session!, user: data.user! }
}

/** The newest mail to an address, read where the sandbox delivered it. */
async function mailTo(email: string): Promise<string> {
  await runWaitingJobs()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select body_text from messages where recipient = $1 order by id desc limit 1', [
    email,
  ])
  return rows[0]?.body_text ?? ''
}
const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)![0])

test('a sign-up opens an account with its owner, and the official client gets its session', async () => {
  const { session, user, email } = await signedUp()
  expect(user).toMatchObject({ email, user_metadata: { name: 'Pat Miller' }, aud: 'authenticated' })
  const mine = await server.send('/rest/v1/clients/mine', {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(await mine.json()).toMatchObject({
    user: { email, role: 'user' },
    accounts: [{ name: 'Pat Miller', role: 'owner', setUp: false }],
  })
})

test('the messages that the login page knows', async () => {
  const { email } = await signedUp()
  const auth = server.auth()
  expect((await auth.signUp({ email, password })).error).toMatchObject({
    message: 'User already registered',
    code: 'user_already_exists',
    status: 422,
  })
  expect((await auth.signUp({ email: newEmail(), password: '12345' })).error).toMatchObject({
    message: 'Password should be at least 6 characters.',
    code: 'weak_password',
  })
  expect((await auth.signUp({ email: 'nonsense', password })).error).toMatchObject({
    message: 'Unable to validate email address: invalid format',
    status: 400,
  })
  for (const credentials of [
    { email, password: 'wrong one' },
    { email: newEmail(), password },
    { email: 'nonsense', password },
  ])
    expect((await auth.signInWithPassword(credentials)).error).toMatchObject({
      message: 'Invalid login credentials',
      status: 400,
    })
  expect((await auth.signInWithPassword({ email: email.toUpperCase(), password })).error).toBeNull()
})

test('two sign-ups with one address at the same moment make one user', async () => {
  const email = newEmail()
  const answers = await Promise.all([1, 2, 3].map(() => server.auth().signUp({ email, password })))
  expect(answers.filter(answer => answer.error === null)).toHaveLength(1)
  expect(answers.filter(answer => answer.error?.code === 'user_already_exists')).toHaveLength(2)
})

test('a refresh rotates; the old token within ten seconds is a lost answer, after it a thief', async () => {
  const { auth, session } = await signedUp()
  const first = session.refresh_token
  const second = await auth.refreshSession({ refresh_token: first })
  expect(second.error).toBeNull()
  expect(second.data.session!.refresh_token).not.toBe(first)
  expect((await server.auth().refreshSession({ refresh_token: first })).error).toBeNull()

  clock.advance(seconds(11))
  expect((await server.auth().refreshSession({ refresh_token: first })).error).toMatchObject({
    code: 'refresh_token_already_used',
  })
  expect(
    (await server.auth().refreshSession({ refresh_token: second.data.session!.refresh_token })).error,
  ).toMatchObject({ code: 'refresh_token_not_found' })
  const call = await server.send('/rest/v1/clients/mine', {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(call.status).toBe(401)
  clock.reset()
})

test('sign-out: this session, the others, or all', async () => {
  const { auth, email } = await signedUp()
  const phone = server.auth()
  await phone.signInWithPassword({ email, password })
  expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await phone.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await auth.getUser()).error).toBeNull()
  await phone.signInWithPassword({ email, password })
  await phone.signOut({ scope: 'local' })
  expect((await auth.getUser()).error).toBeNull()
  const token = (await auth.getSession()).data.session!.access_token
  expect((await auth.signOut()).error).toBeNull()
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.send('/auth/v1/user', { headers })).status).toBe(403)
  expect((await server.send('/auth/v1/logout?scope=odd', { method: 'POST', headers })).status).toBe(400)
  expect((await server.send('/auth/v1/logout', { method: 'POST' })).status).toBe(401)
})

test('forgot password: the link is good once, opens a session, and the new password ends the others', async () => {
  const { auth, email } = await signedUp()
  const redirectTo = 'http://127.0.0.1:3000/reset-password'
  expect((await server.auth().resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
  const link = linkIn(await mailTo(email))
  const followed = await server.send(link.pathname + link.search)
  expect(followed.status).toBe(303)
  const target = new URL(followed.headers.get('location')!)
  expect(target.pathname).toBe('/reset-password')
  const fragment = new URLSearchParams(target.hash.slice(1))
  expect(fragment.get('type')).toBe('recovery')

  const fresh = server.auth()
  await fresh.setSession({ access_token: fragment.get('access_token')!, refresh_token: fragment.get('refresh_token')! })
  expect((await fresh.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
  expect((await fresh.updateUser({ password: 'a new one' })).error).toBeNull()
  expect((await auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await auth.signInWithPassword({ email, password: 'a new one' })).error).toBeNull()

  const again = await server.send(link.pathname + link.search)
  expect(again.headers.get('location')).toContain('error_code=otp_expired')
})

test('a recovery link ends after an hour, and an older one when a newer is sent', async () => {
  const { email } = await signedUp()
  await server.auth().resetPasswordForEmail(email)
  const old = linkIn(await mailTo(email))
  await server.auth().resetPasswordForEmail(email)
  const newer = linkIn(await mailTo(email))
  expect((await server.send(old.pathname + old.search)).headers.get('location')).toContain('otp_expired')
  clock.advance(hours(1) + 1)
  expect((await server.send(newer.pathname + newer.search)).headers.get('location')).toContain('otp_expired')
  clock.reset()
})

test('recover answers the same for an address that is unknown, and sends nothing', async () => {
  const { email } = await signedUp()
  const ask = async (address: string) => {
    const answer = await server.send('/auth/v1/recover', { method: 'POST', body: JSON.stringify({ email: address }) })
    return { status: answer.status, body: await answer.text() }
  }
  const unknown = newEmail()
  expect(await ask(unknown)).toEqual(await ask(email))
  expect(await mailTo(unknown)).toBe('')
  expect(await mailTo(email)).toContain('password')
})

test('links in mail lead back to this site only', async () => {
  const { email } = await signedUp()
  for (const redirectTo of [
    'https://evil.example/take',
    '//evil.example',
    'javascript:alert(1)',
    'http://127.0.0.1:3000.evil.example/',
  ]) {
    await server.auth().resetPasswordForEmail(email, { redirectTo })
    const link = linkIn(await mailTo(email))
    expect(link.searchParams.get('redirect_to'), redirectTo).toMatch(/^http:\/\/127\.0\.0\.1:3000(\/|$)/)
    link.searchParams.set('redirect_to', redirectTo)
    const target = (await server.send(link.pathname + link.search)).headers.get('location')!
    expect(new URL(target).origin).toBe('http://127.0.0.1:3000')
  }
})

test('with PKCE the link carries a code that only the asking browser can exchange, once', async () => {
  const { email } = await signedUp()
  const asking = server.auth({ flowType: 'pkce' })
  await asking.resetPasswordForEmail(email, { redirectTo: 'http://127.0.0.1:3000/reset-password' })
  const link = linkIn(await mailTo(email))
  const target = new URL((await server.send(link.pathname + link.search)).headers.get('location')!)
  const code = target.searchParams.get('code')!
  expect(target.hash).toBe('')
  const thief = await server.send('/auth/v1/token?grant_type=pkce', {
    method: 'POST',
    body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
  })
  expect(thief.status).toBe(400)
  expect((await asking.exchangeCodeForSession(code)).error).toMatchObject({ status: 404 })

  await asking.resetPasswordForEmail(email, { redirectTo: 'http://127.0.0.1:3000/reset-password' })
  const second = linkIn(await mailTo(email))
  const good = new URL((await server.send(second.pathname + second.search)).headers.get('location')!).searchParams.get(
    'code',
  )!
  expect((await asking.exchangeCodeForSession(good)).error).toBeNull()
})

test('verifyOtp with the token of the mail', async () => {
  const { email } = await signedUp()
  await server.auth().resetPasswordForEmail(email)
  const token_hash = linkIn(await mailTo(email)).searchParams.get('token')!
  const auth = server.auth()
  expect((await auth.verifyOtp({ type: 'recovery', token_hash: 'x'.repeat(43) })).error).toMatchObject({
    message: 'Token has expired or is invalid',
  })
  expect((await auth.verifyOtp({ type: 'recovery', token_hash })).data.session?.user.email).toBe(email)
})

test('getClaims checks against the published keys, without asking for the user', async () => {
  const { auth, user } = await signedUp()
  const { data, error } = await auth.getClaims()
  expect(error).toBeNull()
  expect(data!.claims).toMatchObject({
    sub: user.id,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
  })
  const { keys } = await (await server.send('/auth/v1/.well-known/jwks.json')).json()
  expect(keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256', key_ops: ['verify'] })
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

test('what the database keeps can’t be used: passwords and tokens are hashes', async () => {
  const { email, session } = await signedUp()
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select password_hash from auth.credentials c join users u on u.id = c.user_id where u.email = $1`,
    [email],
  )
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const stored = await owner.query('select hash from auth.refresh_tokens')
  expect(stored.rows.map(row => row.hash)).not.toContain(session.refresh_token)
})

test('bodies that are no JSON, too large, or of the wrong shape are told so', async () => {
  const post = (path: string, body: string) => server.send(`/auth/v1${path}`, { method: 'POST', body })
  expect((await post('/signup', '{')).status).toBe(400)
  expect(
    (await post('/signup', JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(2_000_000) }))).status,
  ).toBe(413)
  expect((await post('/token?grant_type=odd', '{}')).status).toBe(400)
  expect((await post('/token?grant_type=refresh_token', '{}')).status).toBe(400)
  expect(await (await post('/signup', '[]')).json()).toMatchObject({ code: 'validation_failed' })
})

test('invitations: by mail, for that address, once, not after seven days, not after they were withdrawn', async () => {
  const church = await aChurch()
  const invite = async (email: string) => {
    const invitation = await church.admin.invitations.create({ email, role: 'staff' })
    return { invitation, token: linkIn(await mailTo(email)).searchParams.get('token')! }
  }
  const email = newEmail()
  const { token } = await invite(email)
  expect(await church.visitor.invitations.view({ token })).toMatchObject({
    church: 'Grace Community Church',
    email,
    role: 'staff',
    state: 'open',
    registered: false,
  })

  const other = await signedUp()
  const accept = (access: string, theToken: string) =>
    server.send('/rest/v1/invitations/accept', {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: theToken }),
    })
  expect(await (await accept(other.session.access_token, token)).json()).toMatchObject({
    code: 'WRONG_ADDRESS',
    defined: true,
  })

  const auth = server.auth()
  const joined = await auth.signUp({ email, password, options: { data: { name: 'New Colleague', invitation: token } } })
  expect(joined.error).toBeNull()
  const mine = await (
    await server.send('/rest/v1/clients/mine', {
      headers: { authorization: `Bearer ${joined.data.session!.access_token}` },
    })
  ).json()
  expect(mine.accounts).toMatchObject([{ id: church.id, role: 'staff' }])
  expect(await (await accept(joined.data.session!.access_token, token)).json()).toMatchObject({
    code: 'INVITATION_USED',
  })

  const late = await invite(other.email)
  clock.advance(hours(24 * 7) + 1)
  expect((await church.visitor.invitations.view({ token: late.token })).state).toBe('expired')
  clock.reset()
  const resent = await church.admin.invitations.resend({ id: late.invitation.id })
  const newest = linkIn(await mailTo(other.email)).searchParams.get('token')!
  await expect(church.visitor.invitations.view({ token: late.token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await church.admin.invitations.revoke({ id: resent.id })
  expect(await (await accept(other.session.access_token, newest)).json()).toMatchObject({ code: 'INVITATION_REVOKED' })
})

test('an invitation that was sent to an address which became a member’s changes nothing of their role', async () => {
  const church = await aChurch()
  const email = newEmail()
  await church.admin.invitations.create({ email, role: 'viewer' })
  const token = linkIn(await mailTo(email)).searchParams.get('token')!
  const { owner } = await testHouse()
  await owner.query('update users set email = $1 where id = $2', [email, church.people.owner.id])
  expect(await church.owner.invitations.accept({ token })).toEqual({ clientId: church.id })
  const { items } = await church.owner.members.list({})
  expect(items.find(member => member.userId === church.people.owner.id)!.role).toBe('owner')
})

test('nobody invites above their own role, invites a member twice, or leaves an account without an owner', async () => {
  const church = await aChurch()
  await expect(church.admin.invitations.create({ email: newEmail(), role: 'owner' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(
    church.admin.invitations.create({ email: church.people.staff.email, role: 'staff' }),
  ).rejects.toMatchObject({ code: 'ALREADY_MEMBER' })
  await expect(church.staff.invitations.create({ email: newEmail(), role: 'viewer' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const { items } = await church.owner.members.list({})
  const owner = items.find(member => member.role === 'owner')!
  await expect(church.owner.members.remove({ id: owner.id })).rejects.toMatchObject({ code: 'LAST_OWNER' })
  await expect(
    church.owner.members.update({ id: owner.id, role: 'staff', version: owner.version }),
  ).rejects.toMatchObject({ code: 'LAST_OWNER' })
  await expect(church.admin.members.remove({ id: owner.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
