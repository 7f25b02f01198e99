import type { z } from 'zod'
import { minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asIdentity } from '#kernel/run.ts'
import { publicKeys } from '#kernel/tokens.ts'
import { PasswordGrant, PkceGrant, Recover, RefreshGrant, Resend, SignUp, UserChange, Verify } from './contract.ts'
import { demoUser } from './demo/service.ts'
import { countTry } from './limits/service.ts'
import { hashPassword, passwordMatches } from './passwords/service.ts'
import { askForLink, followLink, verifyToken } from './recovery/service.ts'
import * as identity from './service.ts'
import { refusal } from './service.ts'
import * as sessions from './sessions/service.ts'

const VERSION = '2024-01-01'
const inIdentity = <T>(c: WebContext, work: (ctx: Ctx) => Promise<T>) => asIdentity(c.get('caller').requestId, work)
const visitOf = (c: WebContext) => ({ ip: c.get('caller').ip, userAgent: c.get('caller').userAgent })

/** A call of the protocol: its refusals are worded as client libraries expect them. */
const call = (method: RawRoute['method'], path: string, handle: (c: WebContext) => Promise<Response>): RawRoute =>
  raw(method, `/auth/v1${path}`, 'identity', async c => {
    c.header('X-Supabase-Api-Version', VERSION)
    c.header('Cache-Control', 'no-store')
    try {
      return await handle(c)
    } catch (error) {
      if (!(error instanceof Failure)) return problem(error, c)
      const { status = error.code === 'UNAVAILABLE' ? 503 : 400, ...extra } = (error.data ?? {}) as Record<
        string,
        unknown
      >
      return c.json({ code: error.code.toLowerCase(), message: error.message, ...extra }, status as 400)
    }
  })

async function body<T extends z.ZodType>(c: WebContext, schema: T): Promise<z.output<T>> {
  const json = await c.req.json().catch(() => {
    throw refusal(400, 'bad_json', 'Could not parse request body as JSON')
  })
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  if (issue.path[0] === 'email')
    throw refusal(400, 'validation_failed', 'Unable to validate email address: invalid format')
  throw refusal(400, 'validation_failed', `${issue.path.join('.')}: ${issue.message}`)
}

/** The token's user and session, alive in the database. */
async function signedIn<T>(
  c: WebContext,
  work: (ctx: Ctx, who: { userId: string; sessionId: string }) => Promise<T>,
): Promise<T> {
  const { claims } = c.get('caller')
  if (!claims?.session_id) throw refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const who = { userId: claims.sub, sessionId: claims.session_id }
  return inIdentity(c, async ctx => {
    await sessions.requireSession(ctx, who.sessionId, who.userId)
    return work(ctx, who)
  })
}

/** Only back to this site: a link in our mail must not lead elsewhere. */
function safeRedirect(c: WebContext, wanted = c.req.query('redirect_to')): string {
  const home = new URL(env.publicUrl)
  const loopback = (name: string) => ['localhost', '127.0.0.1', '[::1]'].includes(name)
  const url = wanted ? URL.parse(wanted, home) : null
  if (!url || !/^https?:$/.test(url.protocol)) return env.publicUrl
  const same =
    url.origin === home.origin || (loopback(url.hostname) && loopback(home.hostname) && url.port === home.port)
  return same ? url.href : env.publicUrl
}

const signUp = call('POST', '/signup', async c => {
  const { email, password, data, code_challenge, code_challenge_method } = await body(c, SignUp)
  identity.checkPassword(password)
  await inIdentity(c, ctx => countTry(ctx, `signup ip ${c.get('caller').ip}`, 30, minutes(60)))
  const passwordHash = await hashPassword(password)
  const name = data?.name || email.split('@')[0]!
  return inIdentity(c, async ctx => {
    const confirmed = env.authAutoconfirm || Boolean(data?.invitation)
    const organization = data?.organization ?? ''
    const userId = await identity.signUp(ctx, {
      email,
      name,
      passwordHash,
      confirmed,
      organization,
      invitation: data?.invitation,
    })
    if (confirmed) return c.json(await sessions.openSession(ctx, userId, 'password', visitOf(c)))
    await askForLink(ctx, {
      kind: 'signup',
      email,
      redirectTo: safeRedirect(c),
      codeChallenge: code_challenge,
      codeChallengeMethod: code_challenge_method,
    })
    return c.json(await sessions.userObject(ctx, userId))
  })
})

async function passwordGrant(c: WebContext): Promise<Response> {
  const { email = '', password } = await body(c, PasswordGrant)
  const wrong = () => refusal(400, 'invalid_credentials', 'Invalid login credentials')
  const known = await inIdentity(c, async ctx => {
    await countTry(ctx, `token ip ${c.get('caller').ip}`, 100, minutes(5))
    await countTry(ctx, `token address ${email}`, 10, minutes(5))
    return identity.credentialOf(ctx, email)
  })
  if (!(await passwordMatches(password, known?.hash ?? null)) || !known || known.bannedAt) throw wrong()
  if (!known.confirmedAt) throw refusal(400, 'email_not_confirmed', 'Email not confirmed')
  return c.json(await inIdentity(c, ctx => sessions.openSession(ctx, known.userId, 'password', visitOf(c))))
}

const token = call('POST', '/token', async c => {
  switch (c.req.query('grant_type')) {
    case 'password':
      return passwordGrant(c)
    case 'refresh_token': {
      const { refresh_token } = await body(c, RefreshGrant)
      return c.json(await inIdentity(c, ctx => sessions.refresh(ctx, refresh_token)))
    }
    case 'pkce': {
      const { auth_code, code_verifier } = await body(c, PkceGrant)
      return c.json(await inIdentity(c, ctx => sessions.exchangeCode(ctx, auth_code, code_verifier, visitOf(c))))
    }
    default:
      throw refusal(400, 'invalid_credentials', 'unsupported_grant_type')
  }
})

const logout = call('POST', '/logout', async c => {
  const scope = c.req.query('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope))
    throw refusal(400, 'validation_failed', `Unsupported logout scope "${scope.slice(0, 20)}"`)
  await signedIn(c, (ctx, who) => sessions.endSessions(ctx, who, scope as sessions.Scope))
  return c.body(null, 204)
})

const getUser = call('GET', '/user', async c =>
  c.json(await signedIn(c, (ctx, who) => sessions.userObject(ctx, who.userId))),
)

const putUser = call('PUT', '/user', async c => {
  const { email, password, data } = await body(c, UserChange)
  const current = await signedIn(c, async (ctx, { userId }) => ({
    hash: await identity.passwordHashOf(ctx, userId),
    email: (await sessions.userObject(ctx, userId)).email,
  }))
  if (email && email !== current.email)
    throw refusal(422, 'email_address_not_authorized', 'Changing the address is not available')
  if (password !== undefined) {
    identity.checkPassword(password)
    if (current.hash && (await passwordMatches(password, current.hash))) {
      throw refusal(422, 'same_password', 'New password should be different from the old password.')
    }
  }
  const hash = password === undefined ? null : await hashPassword(password)
  return c.json(
    await signedIn(c, async (ctx, who) => {
      if (data?.name) await identity.rename(ctx, who.userId, data.name)
      if (hash) {
        await identity.setPassword(ctx, who.userId, hash)
        // Whoever knew the old password is out.
        await sessions.endSessions(ctx, who, 'others')
      }
      return sessions.userObject(ctx, who.userId)
    }),
  )
})

/** The same answer in the same time for an address that is known and one that isn't. */
const ask = (path: string, kind: 'recovery' | 'signup') =>
  call('POST', path, async c => {
    const input = kind === 'recovery' ? await body(c, Recover) : await body(c, Resend)
    const { email, code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod } = input
    await inIdentity(c, async ctx => {
      await countTry(ctx, `${kind} ip ${c.get('caller').ip}`, 30, minutes(60))
      await countTry(ctx, `${kind} address ${email}`, 5, minutes(60))
      await askForLink(ctx, { kind, email, redirectTo: safeRedirect(c), codeChallenge, codeChallengeMethod })
    })
    return c.json({})
  })

const verifyPost = call('POST', '/verify', async c => {
  const { type, token_hash, token: code } = await body(c, Verify)
  return c.json(
    await inIdentity(c, async ctx => {
      await countTry(ctx, `verify ip ${c.get('caller').ip}`, 60, minutes(5))
      return verifyToken(ctx, token_hash ?? code ?? '', type, visitOf(c))
    }),
  )
})

const verifyLink = call('GET', '/verify', async c => {
  const target = new URL(safeRedirect(c))
  const type = c.req.query('type') ?? ''
  try {
    const outcome = await inIdentity(c, ctx => followLink(ctx, c.req.query('token') ?? '', type, visitOf(c)))
    if ('code' in outcome) target.searchParams.set('code', outcome.code)
    else target.hash = fragment(outcome.session, type)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    target.hash = new URLSearchParams({
      error: 'access_denied',
      error_code: error.code,
      error_description: 'Email link is invalid or has expired',
    }).toString()
  }
  return c.redirect(target.href, 303)
})

const fragment = (session: sessions.SessionObject, type: string) =>
  new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at),
    token_type: session.token_type,
    type,
  }).toString()

/** Explore the demo: a real session of the demo church's owner, outside production and on loopback only. */
const demo = call('POST', '/demo', async c => {
  if (!env.demo) throw refusal(404, 'not_found', 'There is no demo here')
  return c.json(await inIdentity(c, async ctx => sessions.openSession(ctx, await demoUser(ctx), 'demo', visitOf(c))))
})

const settings = call('GET', '/settings', async c =>
  c.json({
    external: { email: true, phone: false, anonymous_users: env.authAnonymous },
    disable_signup: false,
    mailer_autoconfirm: env.authAutoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }),
)

export const identityRoutes: RawRoute[] = [
  signUp,
  token,
  logout,
  getUser,
  putUser,
  ask('/recover', 'recovery'),
  ask('/resend', 'signup'),
  verifyPost,
  verifyLink,
  demo,
  settings,
  call('GET', '/health', async c =>
    c.json({ name: 'Lampstand identity', version: VERSION, description: 'Speaks the GoTrue protocol' }),
  ),
  call('GET', '/.well-known/jwks.json', async c => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(await publicKeys())
  }),
]
