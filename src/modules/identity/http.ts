import { minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { calledLocally, type RawRoute, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { publicKeys } from '#kernel/tokens.ts'
import { adminRoutes } from './admin/http.ts'
import { IdTokenGrant, PasswordGrant, PkceGrant, RefreshGrant, SignUp } from './contract.ts'
import { factorRoutes } from './factors/http.ts'
import { textCarrier, textsArrive } from './factors/service.ts'
import { oauthRoutes } from './oauth/http.ts'
import { oauthClientRoutes } from './oauth-clients/http.ts'
import { passkeyRoutes } from './passkeys/http.ts'
import { profileRoutes } from './profile/http.ts'
import { hashPassword, passwordMatches } from './profile/service/passwords.ts'
import { body, call, countIp, inIdentity, safeRedirect, VERSION, visitOf } from './protocol/http.ts'
import { countTry } from './protocol/service/limits.ts'
import { noPhones, recoveryRoutes } from './recovery/http.ts'
import { askForLink } from './recovery/service.ts'
import { recoveryCodeRoutes } from './recovery-codes/http.ts'
import { demoUser } from './service/demo.ts'
import * as identity from './service.ts'
import { refusal } from './service.ts'
import { sessionRoutes } from './sessions/http.ts'
import * as sessions from './sessions/service.ts'

const signUp = call('POST', '/signup', async c => {
  const input = await body(c, SignUp)
  const { email, phone, password, data } = input
  if (phone) noPhones(phone)
  if (!email) return c.json(await anonymous(c, data ?? {}))
  if (password === undefined) throw refusal(400, 'validation_failed', 'Signup requires a valid password')
  identity.checkPassword(password)
  await countIp(c, 'signup', 30)
  const passwordHash = await hashPassword(password)
  const { name = '', organization = '', invitation, ...metadata } = data ?? {}
  return inIdentity(c, async ctx => {
    const confirmed = env.authAutoconfirm || Boolean(invitation)
    const user = { email, name: name || email.split('@')[0]!, passwordHash, confirmed, organization, metadata }
    const userId = await identity.signUp(ctx, { ...user, invitation })
    if (confirmed) return c.json(await sessions.openSession(ctx, userId, 'password', visitOf(c)))
    await askForLink(ctx, {
      kind: 'signup',
      email,
      redirectTo: safeRedirect(c),
      codeChallenge: input.code_challenge,
      codeChallengeMethod: input.code_challenge_method,
    })
    return c.json(await sessions.userObject(ctx, userId))
  })
})

async function anonymous(c: WebContext, metadata: identity.Metadata) {
  if (!env.authAnonymous) throw refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  await countIp(c, 'anonymous', 30)
  return inIdentity(c, async ctx => {
    const userId = await identity.createAnonymous(ctx, metadata)
    return sessions.openSession(ctx, userId, 'anonymous', visitOf(c))
  })
}

async function passwordGrant(c: WebContext): Promise<Response> {
  const { email = '', phone, password } = await body(c, PasswordGrant)
  if (phone) noPhones(phone)
  const wrong = () => refusal(400, 'invalid_credentials', 'Invalid login credentials')
  const known = await inIdentity(c, async ctx => {
    const network = networkOf(c.get('caller').ip)
    await countTry(ctx, `token ip ${network}`, 100, minutes(5))
    // Anyone who guesses from elsewhere does not lock the owner out; all places together are slowed down later.
    await countTry(ctx, `token address ${email} ${network}`, 10, minutes(5))
    await countTry(ctx, `token address ${email}`, 50, minutes(5))
    return identity.credentialOf(ctx, email)
  })
  if (!(await passwordMatches(password, known?.hash ?? null)) || !known) throw wrong()
  if (sessions.isBanned(known.bannedUntil)) throw refusal(400, 'user_banned', 'User is banned')
  if (!known.confirmedAt) throw refusal(400, 'email_not_confirmed', 'Email not confirmed')
  return c.json(await inIdentity(c, ctx => sessions.openSession(ctx, known.userId, 'password', visitOf(c))))
}

const issuers: Record<string, string> = { google: 'https://accounts.google.com', apple: 'https://appleid.apple.com' }

const token = call('POST', '/token', async c => {
  switch (c.req.query('grant_type')) {
    case 'password':
      return passwordGrant(c)
    case 'refresh_token': {
      const { refresh_token } = await body(c, RefreshGrant)
      await countIp(c, 'refresh', 600, minutes(5))
      return c.json(await inIdentity(c, ctx => sessions.refresh(ctx, refresh_token)))
    }
    case 'pkce': {
      const { auth_code, code_verifier } = await body(c, PkceGrant)
      await countIp(c, 'code', 60, minutes(5))
      return c.json(await inIdentity(c, ctx => sessions.exchangeCode(ctx, auth_code, code_verifier, visitOf(c))))
    }
    case 'id_token': {
      const { provider = '', issuer = issuers[provider] ?? provider } = await body(c, IdTokenGrant)
      throw refusal(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
    }
    case 'web3':
      throw refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw refusal(400, 'invalid_credentials', 'unsupported_grant_type')
  }
})

/** Explore the demo: a real session of the demo church's owner, outside production and on loopback only. */
const demo = call('POST', '/demo', async c => {
  if (!env.demo || !calledLocally(c)) throw refusal(404, 'not_found', 'There is no demo here')
  await countIp(c, 'demo', 600)
  // At aal2, so that anyone who tries out a second factor there does not lock the demo.
  return c.json(
    await inIdentity(c, async ctx => sessions.openSession(ctx, await demoUser(ctx), 'demo', visitOf(c), 'aal2')),
  )
})

const settings = call('GET', '/settings', async c =>
  c.json({
    external: { email: true, phone: false, anonymous_users: env.authAnonymous },
    disable_signup: false,
    mailer_autoconfirm: env.authAutoconfirm,
    phone_autoconfirm: false,
    sms_provider: await textCarrier(),
    saml_enabled: false,
    mfa: { totp: true, phone: await textsArrive(), webauthn: true, passkeys: true },
  }),
)

/** What this service never does, in the words that client libraries know. */
const declined: RawRoute[] = [
  call('POST', '/sso', async () => {
    throw refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  }),
  call('GET', '/authorize', async () => {
    throw refusal(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }),
]

export const identityRoutes: RawRoute[] = [
  signUp,
  token,
  ...sessionRoutes,
  ...profileRoutes,
  ...recoveryRoutes,
  ...recoveryCodeRoutes,
  ...factorRoutes,
  ...passkeyRoutes,
  ...adminRoutes,
  ...oauthClientRoutes,
  ...oauthRoutes,
  demo,
  settings,
  ...declined,
  call('GET', '/health', async c =>
    c.json({ name: 'Lampstand identity', version: VERSION, description: 'Speaks the GoTrue protocol' }),
  ),
  call('GET', '/.well-known/jwks.json', async c => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(await publicKeys())
  }),
]
