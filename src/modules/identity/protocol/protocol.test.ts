import { GoTrueClient } from '@supabase/auth-js'
import { GoTrueClient as OlderClient } from 'auth-js-2.70'
import { beforeAll, describe, expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { claimsIn, codeIn, linkIn, messageTo, newEmail, password, totpCode } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

/** The official client, in each version that must work. An older one is the same class under another name. */
const clients: [string, typeof GoTrueClient][] = [
  ['current', GoTrueClient],
  ['2.70.0', OlderClient as unknown as typeof GoTrueClient],
]

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

/** Each library has a number of its own. */
let numbers = 0

describe.each(clients)('the official client, %s', (_version, Client) => {
  const make = (options: object = {}) => {
    const kept = new Map<string, string>()
    return new Client({
      url: `${env.publicUrl}/auth/v1`,
      fetch: async (url: RequestInfo | URL, init?: RequestInit) => server.app.request(String(url), init),
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: 'sb-127-auth-token',
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      ...options,
    })
  }

  async function signedUp() {
    const auth = make()
    const events: string[] = []
    auth.onAuthStateChange(event => void events.push(event))
    const email = newEmail()
    const { data, error } = await auth.signUp({ email, password, options: { data: { name: 'Pat' } } })
    expect(error).toBeNull()
    return { auth, email, events, session: data.session!, user: data.user! }
  }

  test('signUp, signInWithPassword, getUser, refreshSession, signOut', async () => {
    const { auth, email, events, user } = await signedUp()
    expect(user).toMatchObject({
      email,
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', user_id: user.id }],
      is_anonymous: false,
    })
    expect((await auth.signUp({ email, password })).error).toMatchObject({ message: 'User already registered' })
    const other = make()
    expect((await other.signInWithPassword({ email, password: 'wrong' })).error).toMatchObject({
      message: 'Invalid login credentials',
      status: 400,
    })
    const signedIn = await other.signInWithPassword({ email, password })
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: user.id } })
    expect((await other.getUser()).data.user!.id).toBe(user.id)
    const before = signedIn.data.session!.refresh_token
    const refreshed = await other.refreshSession()
    expect(refreshed.data.session!.refresh_token).not.toBe(before)
    expect((await other.signOut()).error).toBeNull()
    expect((await auth.getUser()).error).not.toBeNull()
    expect(events).toEqual(expect.arrayContaining(['SIGNED_IN']))
  })

  test('updateUser, reauthenticate, getUserIdentities', async () => {
    const { auth, events } = await signedUp()
    expect((await auth.updateUser({ data: { colour: 'blue' } })).data.user!.user_metadata).toMatchObject({
      colour: 'blue',
      name: 'Pat',
    })
    expect((await auth.updateUser({ password: 'another' })).error).toBeNull()
    expect((await auth.updateUser({ password: '123' })).error).toMatchObject({
      message: 'Password should be at least 6 characters.',
      status: 422,
    })
    const wanted = newEmail()
    expect((await auth.updateUser({ email: wanted })).data.user!.new_email).toBe(wanted)
    expect(events).toContain('USER_UPDATED')
    expect((await auth.reauthenticate()).error).toBeNull()
    expect((await auth.getUserIdentities()).data!.identities).toHaveLength(1)
  })

  test('resetPasswordForEmail, the link, setSession', async () => {
    const { email } = await signedUp()
    const redirectTo = `${env.publicUrl}/reset-password`
    expect((await make().resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const link = linkIn(await messageTo(email))
    const target = new URL((await server.send(link.pathname + link.search)).headers.get('location')!)
    const said = new URLSearchParams(target.hash.slice(1))
    const auth = make()
    const tokens = { access_token: said.get('access_token')!, refresh_token: said.get('refresh_token')! }
    expect((await auth.setSession(tokens)).error).toBeNull()
    expect((await auth.updateUser({ password: 'a new one' })).error).toBeNull()
    expect((await make().signInWithPassword({ email, password: 'a new one' })).error).toBeNull()
  })

  test('signInWithOtp and verifyOtp, by code, by token hash and by PKCE', async () => {
    const { email } = await signedUp()
    const options = { shouldCreateUser: false }
    expect((await make().signInWithOtp({ email, options })).error).toBeNull()
    const code = codeIn(await messageTo(email))
    expect((await make().verifyOtp({ email, token: code, type: 'email' })).data.session?.user.email).toBe(email)
    expect((await make().verifyOtp({ email, token: code, type: 'email' })).error).toMatchObject({
      message: 'Token has expired or is invalid',
    })
    await make().signInWithOtp({ email, options })
    const token_hash = linkIn(await messageTo(email)).searchParams.get('token')!
    expect((await make().verifyOtp({ token_hash, type: 'magiclink' })).data.user!.email).toBe(email)
    const pkce = make({ flowType: 'pkce' })
    await pkce.signInWithOtp({ email, options })
    const link = linkIn(await messageTo(email))
    const target = new URL((await server.send(link.pathname + link.search)).headers.get('location')!)
    const exchanged = await pkce.exchangeCodeForSession(target.searchParams.get('code')!)
    expect(exchanged.data.session!.user.email).toBe(email)
    expect((await make().resend({ type: 'signup', email })).error).toBeNull()
  })

  test('mfa: enroll, challenge, verify, listFactors, assurance level, unenroll', async () => {
    const { auth, events } = await signedUp()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Grace' })
    expect(data).toMatchObject({ type: 'totp', totp: { uri: expect.stringContaining('otpauth://totp/') } })
    expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    const asked = await auth.mfa.challenge({ factorId: data!.id })
    expect(asked.data!.expires_at).toBeGreaterThan(Date.now() / 1000)
    const proof = { factorId: data!.id, challengeId: asked.data!.id }
    expect((await auth.mfa.verify({ ...proof, code: '12345' })).error).toMatchObject({
      message: 'Invalid TOTP code entered',
    })
    const verified = await auth.mfa.verify({ ...proof, code: totpCode(data!.totp.secret) })
    expect(claimsIn(verified.data!.access_token).aal).toBe('aal2')
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: expect.arrayContaining([expect.objectContaining({ method: 'totp' })]),
    })
    expect((await auth.mfa.listFactors()).data!.totp).toHaveLength(1)
    expect((await auth.mfa.unenroll({ factorId: data!.id })).data).toEqual({ id: data!.id })
    expect((await auth.mfa.listFactors()).data!.all).toHaveLength(0)
  })

  test('mfa by phone', async () => {
    const { auth } = await signedUp()
    const phone = `+1512555${1000 + ++numbers}`
    const { data } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: 'Mobile', phone })
    const asked = await auth.mfa.challenge({ factorId: data!.id, channel: 'sms' })
    const code = codeIn(await messageTo(phone))
    const verified = await auth.mfa.verify({ factorId: data!.id, challengeId: asked.data!.id, code })
    expect(claimsIn(verified.data!.access_token)).toMatchObject({ aal: 'aal2' })
  })

  test('the published keys check an access token, and what is declined says so', async () => {
    const { auth, session } = await signedUp()
    const claims = await (auth as GoTrueClient).getClaims()
    expect(claims.data!.claims).toMatchObject({ sub: session.user.id, role: 'authenticated', aal: 'aal1' })
    expect((await auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
      message: 'Manual linking is disabled',
    })
    expect((await auth.signInWithSSO({ domain: 'x.org' })).error).toMatchObject({ message: 'SAML 2.0 is disabled' })
    expect((await auth.signInAnonymously()).error).toMatchObject({ message: 'Anonymous sign-ins are disabled' })
    expect((await make().signInWithOtp({ phone: '12' })).error).toMatchObject({
      message: 'Invalid phone number format (E.164 required)',
    })
  })
})

test.each([
  ['POST', '/factors'],
  ['POST', '/factors/none/challenge'],
  ['POST', '/factors/none/verify'],
  ['POST', '/factors/recovery-codes/verify'],
  ['PUT', '/user'],
  ['POST', '/logout?scope=none'],
  ['POST', '/passkeys/registration/verify'],
  ['PATCH', '/passkeys/none'],
  ['POST', '/admin/users'],
])('%s %s without a session is refused for that, whatever it sends', async (method, path) => {
  const answer = await server.send(`/auth/v1${path}`, { method, body: '{"code":' })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ message: 'This endpoint requires a valid Bearer token' })
})
