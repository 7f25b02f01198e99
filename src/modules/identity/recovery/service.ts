import { and, eq, isNull } from 'drizzle-orm'
import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { emit } from '#kernel/jobs.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { sendMail } from '#messaging/service.ts'
import { confirmMail, recoveryMail } from '../emails/links.ts'
import { linkRequested } from '../events.ts'
import { confirmAddress, credentialOf, refusal } from '../service.ts'
import { openSession, type SessionObject, type Visit } from '../sessions/service.ts'
import { linkRequests, oneTimeTokens } from '../tables.ts'

export interface LinkRequest {
  kind: 'signup' | 'recovery'
  email: string
  redirectTo: string
  codeChallenge?: string | null
  codeChallengeMethod?: string | null
}

/**
 * Writes down that a link was asked for. Whether the address is known is looked up later, in a job,
 * so that the answer takes as long and says the same either way.
 */
export async function askForLink(ctx: Ctx, request: LinkRequest): Promise<void> {
  const [row] = await ctx.db.insert(linkRequests).values(request).returning({ id: linkRequests.id })
  await emit(ctx, linkRequested, { requestId: row!.id })
}

/** Sends the link if there is somebody to send it to; once for each request. */
export async function answerRequest(ctx: Ctx, requestId: string): Promise<void> {
  const [request] = await ctx.db.delete(linkRequests).where(eq(linkRequests.id, requestId)).returning()
  if (!request) return
  const user = await credentialOf(ctx, request.email)
  if (!user || user.bannedAt || (request.kind === 'signup' && user.confirmedAt)) return
  const { kind, codeChallenge, codeChallengeMethod, redirectTo } = request
  await ctx.db
    .update(oneTimeTokens)
    .set({ superseded: true })
    .where(and(eq(oneTimeTokens.userId, user.userId), eq(oneTimeTokens.kind, kind)))
  const token = newToken()
  const expiresAt = new Date(clock.ms() + hours(kind === 'signup' ? 24 : 1))
  await ctx.db.insert(oneTimeTokens).values({
    hash: digest(token),
    userId: user.userId,
    kind,
    redirectTo,
    codeChallenge,
    codeChallengeMethod,
    expiresAt,
  })
  const query = new URLSearchParams({ token, type: kind, redirect_to: redirectTo })
  const href = `${env.publicUrl}/auth/v1/verify?${query}`
  const mail = kind === 'signup' ? confirmMail({ name: user.name, href }) : recoveryMail({ name: user.name, href })
  await sendMail(ctx, { to: request.email, toName: user.name, ...mail, kind, dedupeKey: `${kind}:${requestId}` })
}

/** A link or code is good once and not for ever; what it proves is the address. */
async function spend(ctx: Ctx, token: string, kinds: string[]) {
  const [row] = await ctx.db
    .update(oneTimeTokens)
    .set({ usedAt: clock.now() })
    .where(
      and(eq(oneTimeTokens.hash, digest(token)), isNull(oneTimeTokens.usedAt), eq(oneTimeTokens.superseded, false)),
    )
    .returning()
  if (!row || row.kind === 'code' || !kinds.includes(row.kind) || row.expiresAt <= clock.now()) {
    throw refusal(403, 'otp_expired', 'Token has expired or is invalid', { keep: true })
  }
  await confirmAddress(ctx, row.userId)
  return row
}

const kindsOf = (type: string) => (type === 'email' ? ['signup', 'magiclink'] : [type])

/** POST /verify: the session itself. */
export async function verifyToken(ctx: Ctx, token: string, type: string, visit: Visit): Promise<SessionObject> {
  const row = await spend(ctx, token, kindsOf(type))
  return openSession(ctx, row.userId, type === 'recovery' ? 'recovery' : 'otp', visit)
}

/** GET /verify, from the mail: a session in the fragment, or a code for a client that sent a challenge (PKCE). */
export async function followLink(
  ctx: Ctx,
  token: string,
  type: string,
  visit: Visit,
): Promise<{ code: string } | { session: SessionObject }> {
  const row = await spend(ctx, token, kindsOf(type))
  const method = type === 'recovery' ? 'recovery' : 'otp'
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
