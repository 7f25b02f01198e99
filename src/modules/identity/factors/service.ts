import { and, eq, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { toString as qrCode } from 'qrcode'
import { clock, hours, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { open, seal } from '#kernel/secrets.ts'
import { operatorCarrier } from '#messaging/carrier/service.ts'
import { sendText } from '#messaging/service.ts'
import { type NewFactor, PHONE } from '../contract.ts'
import {
  countGuess,
  countGuessEverywhere,
  countTry,
  forgetGuesses,
  forgetGuessesEverywhere,
  fromNetwork,
} from '../protocol/service/limits.ts'
import { notifyOfChange } from '../service/notices.ts'
import { codeDigest, sameCode, sixDigits } from '../service/one-time.ts'
import { refusal } from '../service.ts'
import { endWeakSessions, raiseSession, type SessionObject, userObject, type Who } from '../sessions/service.ts'
import { challenges, factors, recoveryCodes, type SecurityKey } from '../tables.ts'
import { createdKey, creationOptions, provenKey, requestOptions } from './service/security-key.ts'

export const MOST_FACTORS = 10
const STEP = 30
type Factor = typeof factors.$inferSelect

/** By whom codes travel. */
export const textCarrier = operatorCarrier
/** A code that nobody can receive would lock people out. */
export const textsArrive = async () => !env.production || (await textCarrier()) !== 'sandbox'

export const unknownFactor = () => refusal(404, 'mfa_factor_not_found', 'Factor not found')

export async function hasVerifiedFactor(ctx: Ctx, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1)
  return row !== undefined
}

/** What protects the account is changed only by a session that has proven a second factor, where there is one. */
export async function requireFactor(ctx: Ctx, { userId, session }: Who, what: string, status = 403): Promise<void> {
  if (session.aal !== 'aal2' && (await hasVerifiedFactor(ctx, userId))) throw refusal(status, 'insufficient_aal', what)
}

/** A number in E.164 with its plus. */
export function phoneNumber(phone = ''): string {
  const digits = phone.replace(/[\s().-]/g, '')
  if (!PHONE.test(digits)) throw refusal(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  return `+${digits.replace(/^\+/, '')}`
}

const authenticator = (secret: Secret, { issuer = 'Lampstand', label = '' } = {}) =>
  new TOTP({ secret, issuer, label, period: STEP, digits: 6, algorithm: 'SHA1' })

/** A factor that counts from its first right code on. The secret is shown here, once. */
export async function enroll(ctx: Ctx, who: Who, wanted: NewFactor, { email }: { email: string }) {
  const { factor_type: type, friendly_name: friendlyName, issuer } = wanted
  await requireFactor(ctx, who, 'AAL2 required to enroll a new factor')
  await dropAbandoned(ctx, who.userId)
  const mine = await ctx.db.select({ id: factors.id }).from(factors).where(eq(factors.userId, who.userId)).for('update')
  if (mine.length >= MOST_FACTORS)
    throw refusal(422, 'too_many_enrolled_mfa_factors', 'Maximum number of factors reached, unenroll to continue')
  if (type === 'phone') {
    const phone = phoneNumber(wanted.phone)
    const { id } = await insert(ctx, { userId: who.userId, type: 'phone', friendlyName, phone })
    return { id, type, friendly_name: friendlyName, phone }
  }
  if (type === 'webauthn') {
    const { id } = await insert(ctx, { userId: who.userId, type, friendlyName })
    return { id, type, friendly_name: friendlyName }
  }
  if (type !== 'totp') throw refusal(400, 'validation_failed', 'factor_type needs to be totp, phone or webauthn')
  const { id } = await insert(ctx, { userId: who.userId, type: 'totp', friendlyName })
  const secret = new Secret({ size: 20 })
  await ctx.db
    .update(factors)
    .set({ secret: seal(secret.base32, id) })
    .where(eq(factors.id, id))
  const uri = authenticator(secret, { ...(issuer && { issuer }), label: email || 'Lampstand' }).toString()
  const svg = await qrCode(uri, { type: 'svg', margin: 2 })
  // Client libraries put it into a data address as it is, where a # would end it.
  const totp = { qr_code: svg.replaceAll('#', '%23').trim(), secret: secret.base32, uri }
  return { id, type, friendly_name: friendlyName, totp }
}

/** Begun more than an hour ago and never finished. */
async function dropAbandoned(ctx: Ctx, userId: string): Promise<void> {
  const begun = lt(factors.createdAt, new Date(clock.ms() - hours(1)))
  await ctx.db.delete(factors).where(and(eq(factors.userId, userId), eq(factors.status, 'unverified'), begun))
}

async function insert(ctx: Ctx, factor: typeof factors.$inferInsert): Promise<Factor> {
  try {
    const [row] = await ctx.db.insert(factors).values(factor).returning()
    return row!
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    const sentence = `A factor with the friendly name "${factor.friendlyName}" for this user already exists`
    throw refusal(422, 'mfa_factor_name_conflict', sentence)
  }
}

async function factorOf(ctx: Ctx, userId: string, id: string): Promise<Factor> {
  const [factor] = await ctx.db
    .select()
    .from(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)))
    .for('update')
  if (!factor) throw unknownFactor()
  return factor
}

/** Asks for a code, which a phone gets by text, or for a security key's signature. Good for five minutes, once. */
export async function challenge(ctx: Ctx, { userId }: Who, id: string) {
  const factor = await factorOf(ctx, userId, id)
  const keyed = factor.type === 'webauthn' ? await keyOptions(ctx, factor) : undefined
  const expiresAt = new Date(clock.ms() + minutes(5))
  const [row] = await ctx.db
    .insert(challenges)
    .values({ factorId: id, expiresAt, challenge: keyed?.credential_options.publicKey.challenge })
    .returning({ id: challenges.id })
  if (factor.type === 'phone') await textCode(ctx, factor, row!.id)
  const expires_at = Math.floor(expiresAt.getTime() / 1000)
  return { id: row!.id, type: factor.type, expires_at, ...(keyed && { webauthn: keyed }) }
}

async function keyOptions(ctx: Ctx, { securityKey, userId }: Factor) {
  if (securityKey)
    return { type: 'request' as const, credential_options: { publicKey: await requestOptions(securityKey) } }
  const { id, email } = await userObject(ctx, userId)
  const publicKey = await creationOptions({ id, email }, await keysOf(ctx, userId))
  return { type: 'create' as const, credential_options: { publicKey } }
}

async function keysOf(ctx: Ctx, userId: string): Promise<SecurityKey[]> {
  const mine = and(eq(factors.userId, userId), eq(factors.type, 'webauthn'))
  const rows = await ctx.db.select({ key: factors.securityKey }).from(factors).where(mine)
  return rows.flatMap(({ key }) => key ?? [])
}

async function textCode(ctx: Ctx, { phone, userId }: Factor, challengeId: string): Promise<void> {
  for (const whom of [userId, phone!]) await countTry(ctx, `text ${whom}`, 5, minutes(10))
  const code = sixDigits()
  const codeHash = codeDigest(challengeId, code)
  await ctx.db.update(challenges).set({ codeHash }).where(eq(challenges.id, challengeId))
  const text = `${code} is your Lampstand code. It expires in five minutes. We will never ask you for it.`
  await sendText(ctx, { to: phone!, text, kind: 'second_factor', dedupeKey: `second_factor:${challengeId}` })
}

/**
 * A right code raises the session to aal2. Tries are counted by factor and by user, each with the network, and by user
 * from everywhere; they stay counted. A code, and a challenge, is good once.
 */
export async function verify(
  ctx: Ctx,
  who: Who,
  id: string,
  proof: { challengeId: string; code: string; credential?: unknown },
  ip: string,
): Promise<SessionObject> {
  const guesses = [fromNetwork(id, ip), fromNetwork(who.userId, ip)]
  await countGuess(ctx, ...guesses)
  await countGuessEverywhere(ctx, who.userId)
  const factor = await factorOf(ctx, who.userId, id)
  // Begun before there was a second factor and finished after: by someone who knows the password alone.
  if (factor.status === 'unverified') await requireFactor(ctx, who, 'AAL2 required to verify a new factor')
  const asked = await challengeOf(ctx, id, proof.challengeId)
  if (!(await isRight(ctx, factor, asked, proof)))
    throw refusal(422, 'mfa_verification_failed', wrongProof[factor.type], { keep: true })
  const now = clock.now()
  await ctx.db.update(challenges).set({ usedAt: now }).where(eq(challenges.id, asked.id))
  if (factor.status === 'unverified') {
    await ctx.db.update(factors).set({ status: 'verified', updatedAt: now }).where(eq(factors.id, id))
    await notifyOfChange(ctx, who.userId, 'factorOn')
  }
  await forgetGuesses(ctx, ...guesses)
  await forgetGuessesEverywhere(ctx, who.userId)
  return raiseSession(ctx, who.session, factor.type === 'totp' ? 'totp' : `mfa/${factor.type}`)
}

const wrongProof: Record<Factor['type'], string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'The security key could not be verified',
}

type Asked = Awaited<ReturnType<typeof challengeOf>>

function isRight(ctx: Ctx, factor: Factor, asked: Asked, proof: { code: string; credential?: unknown }) {
  const code = proof.code.replace(/\s/g, '')
  if (factor.type === 'totp') return useStep(ctx, factor, code)
  if (factor.type === 'phone') return sameCode(asked.id, code, asked.codeHash)
  return useKey(ctx, factor, asked.challenge, proof.credential)
}

/** The first proof brings the key; each later one must be signed by it. */
async function useKey(ctx: Ctx, factor: Factor, challenge: string | null, credential: unknown): Promise<boolean> {
  if (!challenge || !credential) return false
  const securityKey = factor.securityKey
    ? await provenKey(factor.securityKey, challenge, credential)
    : await createdKey(challenge, credential)
  if (!securityKey) return false
  if (!factor.securityKey && (await keysOf(ctx, factor.userId)).some(key => key.id === securityKey.id))
    throw refusal(422, 'webauthn_credential_exists', 'This security key is already set up', { keep: true })
  await ctx.db.update(factors).set({ securityKey }).where(eq(factors.id, factor.id))
  return true
}

async function challengeOf(ctx: Ctx, factorId: string, id: string) {
  const known = /^[\da-f-]{36}$/i.test(id)
  const [row] = known
    ? await ctx.db
        .select()
        .from(challenges)
        .where(and(eq(challenges.id, id), eq(challenges.factorId, factorId)))
    : []
  if (!row)
    throw refusal(404, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found', { keep: true })
  if (row.usedAt || row.expiresAt <= clock.now()) {
    const advice = 'verify against another challenge or create a new challenge.'
    throw refusal(422, 'mfa_challenge_expired', `MFA challenge ${id} has expired, ${advice}`, { keep: true })
  }
  return row
}

/** Whether the code is that of now, or of 30 seconds before or after, and of no step that was used already. */
async function useStep(ctx: Ctx, factor: Factor, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const totp = authenticator(Secret.fromBase32(open(factor.secret!, factor.id)))
  const timestamp = clock.ms()
  const delta = totp.validate({ token: code, window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / STEP) + delta
  if (factor.lastStep !== null && step <= factor.lastStep) return false
  await ctx.db.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id))
  return true
}

/** A verified factor is taken away by the person who has shown one. */
export async function unenroll(ctx: Ctx, who: Who, id: string): Promise<{ id: string }> {
  const factor = await factorOf(ctx, who.userId, id)
  if (factor.status === 'verified' && who.session.aal !== 'aal2')
    throw refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  await removeFactor(ctx, who.userId, id)
  if (factor.status === 'verified') await notifyOfChange(ctx, who.userId, 'factorOff')
  return { id }
}

/** With the last verified factor go its recovery codes and the sessions that never showed it: they would come alive again. */
export async function removeFactor(ctx: Ctx, userId: string, id: string): Promise<void> {
  const [gone] = await ctx.db
    .delete(factors)
    .where(and(eq(factors.id, id), eq(factors.userId, userId)))
    .returning({ status: factors.status })
  if (gone?.status !== 'verified' || (await hasVerifiedFactor(ctx, userId))) return
  await ctx.db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  await endWeakSessions(ctx, userId)
}
