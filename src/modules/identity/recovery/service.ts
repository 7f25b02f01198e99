import { eq } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { sendMail } from '#messaging/service.ts'
import { confirmMail, magicMail, nonceMail, recoveryMail } from '../emails/links.ts'
import { confirmChange, mailChange } from '../profile/service/address.ts'
import { mint, type OneTimeToken, type Pkce, spendCode, spendToken } from '../service/one-time.ts'
import { confirmAddress, credentialOf, refusal, signUp } from '../service.ts'
import { isBanned, openSession, type SessionObject, userObject, type Visit } from '../sessions/service.ts'
import { linkRequests, oneTimeTokens } from '../tables.ts'
import { sendLink } from '../tasks.ts'

export interface LinkRequest extends Pkce {
  kind: 'signup' | 'recovery' | 'magiclink' | 'email_change'
  email: string
  redirectTo: string
  /** Opens an account for an address that nobody has signed up with. */
  createUser?: boolean
  name?: string
}

/**
 * Records that a link was asked for. Whether the address is known is looked up later, in a job,
 * so that the answer takes as long and says the same either way.
 */
export async function askForLink(ctx: Ctx, request: LinkRequest): Promise<void> {
  const [row] = await ctx.db.insert(linkRequests).values(request).returning({ id: linkRequests.id })
  await enqueue(ctx, sendLink, { requestId: row!.id })
}

const mails = { signup: confirmMail, recovery: recoveryMail, magiclink: magicMail }

/** Sends the link if there is someone to send it to; once for each request. */
export async function answerRequest(ctx: Ctx, requestId: string): Promise<void> {
  const [request] = await ctx.db.delete(linkRequests).where(eq(linkRequests.id, requestId)).returning()
  if (!request) return
  const { kind, email, codeChallenge, codeChallengeMethod, redirectTo } = request
  const user = (await credentialOf(ctx, email)) ?? (request.createUser ? await newcomer(ctx, request) : undefined)
  if (!user || isBanned(user.bannedUntil)) return
  const pkce = { codeChallenge, codeChallengeMethod }
  if (kind === 'email_change') return mailChange(ctx, user.userId, { redirectTo, ...pkce })
  if (kind === 'signup' && user.confirmedAt) return
  const link = await mint(ctx, { userId: user.userId, kind, email, redirectTo, ...pkce })
  const mail = mails[kind]({ name: user.name, ...link })
  await sendMail(ctx, { to: email, toName: user.name, ...mail, kind, dedupeKey: `${kind}:${requestId}` })
}

async function newcomer(ctx: Ctx, { email, name }: { email: string; name: string }) {
  const called = name || email.split('@')[0]!
  await signUp(ctx, { email, name: called, passwordHash: null, confirmed: false, organization: '' })
  return credentialOf(ctx, email)
}

/** Six digits that prove, late in a session, that it is still the same person. */
export async function mailNonce(ctx: Ctx, userId: string): Promise<void> {
  const { email, email_confirmed_at, user_metadata } = await userObject(ctx, userId)
  if (!email) {
    const sentence = 'Reauthentication requires the user to have an email or a phone number'
    throw refusal(400, 'validation_failed', sentence)
  }
  if (!email_confirmed_at) throw refusal(422, 'email_not_confirmed', 'Please verify your email first.')
  const name = String(user_metadata.name ?? '')
  const { code, token } = await mint(ctx, { userId, kind: 'reauthentication', email })
  const dedupeKey = `reauthentication:${token.slice(0, 16)}`
  await sendMail(ctx, { to: email, toName: name, ...nonceMail({ name, code }), kind: 'reauthentication', dedupeKey })
}

/** The first of the two addresses has agreed to a change; nobody is signed in by that. */
export const HALFWAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
type Proven = { session: SessionObject } | { message: string }

export type Proof = { token: string } | { email: string; code: string }

const spend = (ctx: Ctx, proof: Proof, type: string) =>
  'token' in proof ? spendToken(ctx, proof.token, type) : spendCode(ctx, proof.email, proof.code, type)

/** What a link or code proves: the address. False while the other address of a change has not agreed. */
async function prove(ctx: Ctx, row: OneTimeToken): Promise<boolean> {
  if (row.kind === 'email_change_current' || row.kind === 'email_change_new') return confirmChange(ctx, row)
  await confirmAddress(ctx, row.userId, { signUp: row.kind === 'signup' })
  return true
}

const methodOf = (type: string) => (type === 'recovery' ? 'recovery' : 'otp')

/** POST /verify: the session itself. */
export async function verifyProof(ctx: Ctx, proof: Proof, type: string, visit: Visit): Promise<Proven> {
  const row = await spend(ctx, proof, type)
  if (!(await prove(ctx, row))) return { message: HALFWAY }
  return { session: await openSession(ctx, row.userId, methodOf(type), visit) }
}

/** GET /verify, from the mail: a session in the fragment, or a code for a client that sent a challenge (PKCE). */
export async function followLink(
  ctx: Ctx,
  token: string,
  type: string,
  visit: Visit,
): Promise<Proven | { code: string }> {
  const row = await spendToken(ctx, token, type)
  if (!(await prove(ctx, row))) return { message: HALFWAY }
  const method = methodOf(type)
  if (!row.codeChallenge) return { session: await openSession(ctx, row.userId, method, visit) }
  const code = newToken()
  await ctx.db.insert(oneTimeTokens).values({
    hash: digest(code),
    userId: row.userId,
    kind: 'code',
    method,
    codeChallenge: row.codeChallenge,
    codeChallengeMethod: row.codeChallengeMethod,
    expiresAt: new Date(clock.ms() + minutes(5)),
  })
  return { code }
}
