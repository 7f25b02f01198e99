import { minutes } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import type { RawRoute, WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { Otp, Recover, Resend, Verify } from '../contract.ts'
import { phoneNumber } from '../factors/service.ts'
import { body, call, countIp, inIdentity, safeRedirect, signedIn, visitOf } from '../protocol/http.ts'
import { countGuess, countTry, forgetGuesses, fromNetwork } from '../protocol/service/limits.ts'
import { refusal } from '../service.ts'
import type { SessionObject } from '../sessions/service.ts'
import { askForLink, followLink, type LinkRequest, mailNonce, type Proof, verifyProof } from './service.ts'

/** The same answer in the same time for an address that is known and one that isn't. */
async function ask(c: WebContext, { code_challenge, code_challenge_method, ...request }: Asked): Promise<Response> {
  const { kind, email } = request
  await inIdentity(c, async ctx => {
    const network = networkOf(c.get('caller').ip)
    await countTry(ctx, `${kind} ip ${network}`, 30, minutes(60))
    // The caller from elsewhere does not keep the owner from asking; all networks together fill no mailbox.
    await countTry(ctx, `${kind} address ${email} ${network}`, 5, minutes(60))
    await countTry(ctx, `${kind} address ${email}`, 20, minutes(60))
    const pkce = { codeChallenge: code_challenge, codeChallengeMethod: code_challenge_method }
    await askForLink(ctx, { ...request, redirectTo: safeRedirect(c), ...pkce })
  })
  return c.json({})
}
interface Asked extends Pick<LinkRequest, 'kind' | 'email' | 'createUser' | 'name'> {
  code_challenge?: string | null
  code_challenge_method?: string | null
}

/** People sign in by mail; a number is only ever a second factor. */
export function noPhones(phone: string): never {
  phoneNumber(phone)
  throw refusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
}
const noAddress = () => refusal(400, 'validation_failed', 'One of email or phone must be set')

const recover = call('POST', '/recover', async c => ask(c, { kind: 'recovery', ...(await body(c, Recover)) }))

const otp = call('POST', '/otp', async c => {
  const { email, phone, create_user: createUser, data, ...pkce } = await body(c, Otp)
  if (phone) noPhones(phone)
  if (!email) throw noAddress()
  const name = typeof data?.name === 'string' ? data.name.trim().slice(0, 200) : ''
  return ask(c, { kind: 'magiclink', email, createUser, name, ...pkce })
})

const resend = call('POST', '/resend', async c => {
  const { type, email, phone, ...pkce } = await body(c, Resend)
  if (phone) noPhones(phone)
  if (!email) throw noAddress()
  if (type !== 'signup' && type !== 'email_change')
    throw refusal(400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change')
  return ask(c, { kind: type, email, ...pkce })
})

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change']

const verify = call('POST', '/verify', async c => {
  const { type, email, phone, token_hash, token } = await body(c, Verify)
  if (!type) throw refusal(400, 'validation_failed', 'Verify requires a verification type')
  if (phone) phoneNumber(phone)
  await countIp(c, 'verify', 60, minutes(5))
  const proof: Proof = email && token ? { email, code: token } : { token: token_hash ?? token ?? '' }
  if (!types.includes(type)) throw refusal(403, 'otp_expired', 'Token has expired or is invalid')
  const guess = email && fromNetwork(email, c.get('caller').ip)
  const outcome = await inIdentity(c, async ctx => {
    if (guess) await countGuess(ctx, guess)
    const proven = await verifyProof(ctx, proof, type, visitOf(c))
    if (guess) await forgetGuesses(ctx, guess)
    return proven
  })
  return c.json('session' in outcome ? outcome.session : { msg: outcome.message, code: 200 })
})

const verifyLink = call('GET', '/verify', async c => {
  const target = new URL(safeRedirect(c))
  const type = c.req.query('type') ?? ''
  try {
    const outcome = await inIdentity(c, ctx => followLink(ctx, c.req.query('token') ?? '', type, visitOf(c)))
    if ('code' in outcome) target.searchParams.set('code', outcome.code)
    else target.hash = 'session' in outcome ? fragment(outcome.session, type) : said({ message: outcome.message })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const error_description = 'Email link is invalid or has expired'
    target.hash = said({ error: 'access_denied', error_code: error.code, error_description })
  }
  return c.redirect(target.href, 303)
})

const said = (words: Record<string, string>) => new URLSearchParams(words).toString()

const fragment = (session: SessionObject, type: string) =>
  said({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at),
    token_type: session.token_type,
    type,
  })

const reauthenticate = call('GET', '/reauthenticate', async c => {
  await signedIn(c, async (ctx, { userId }) => {
    await countTry(ctx, `reauthenticate user ${userId}`, 5, minutes(60))
    await mailNonce(ctx, userId)
  })
  return c.json({})
})

export const recoveryRoutes: RawRoute[] = [recover, otp, resend, verify, verifyLink, reauthenticate]
