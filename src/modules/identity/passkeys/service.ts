import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq, lt } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { algorithms, webauthn } from '../factors/service/security-key.ts'
import { requireFactor } from '../factors/service.ts'
import { notifyOfChange } from '../service/notices.ts'
import { refusal } from '../service.ts'
import {
  isBanned,
  openSession,
  raiseSession,
  type SessionObject,
  type UserObject,
  type Visit,
  type Who,
} from '../sessions/service.ts'
import { credentials, passkeyChallenges, passkeys } from '../tables.ts'

export const MOST_PASSKEYS = 20

const transportsOf = (row: { transports: string[] }) => row.transports as AuthenticatorTransport[]
const ofUser = (ctx: Ctx, userId: string) =>
  ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))

async function ask(ctx: Ctx, kind: 'registration' | 'authentication', challenge: string, userId: string | null) {
  const now = clock.now()
  await ctx.db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  const expiresAt = new Date(now.getTime() + minutes(5))
  const [row] = await ctx.db.insert(passkeyChallenges).values({ kind, challenge, userId, expiresAt }).returning()
  return { challenge_id: row!.id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** The first answer takes the challenge away, right or wrong. */
async function answered(ctx: Ctx, kind: 'registration' | 'authentication', id: string) {
  const [row] = await ctx.db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), eq(passkeyChallenges.kind, kind)))
    .returning()
  if (!row) throw refusal(400, 'webauthn_challenge_not_found', 'Challenge not found or used already', { keep: true })
  if (row.expiresAt <= clock.now())
    throw refusal(400, 'webauthn_challenge_expired', 'Challenge has expired', { keep: true })
  return row
}

const failed = () => refusal(400, 'webauthn_verification_failed', 'The passkey could not be verified', { keep: true })
const unknown = () => refusal(404, 'webauthn_credential_not_found', 'Passkey not found', { keep: true })
export const unknownPasskey = unknown

export async function startRegistration(ctx: Ctx, who: Who, user: UserObject) {
  await requireFactor(ctx, who, 'AAL2 required to add a passkey')
  const mine = await ofUser(ctx, who.userId)
  if (mine.length >= MOST_PASSKEYS) throw refusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Lampstand',
    rpID: env.passkeys.rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email || 'Lampstand',
    userDisplayName: user.user_metadata.name ? String(user.user_metadata.name) : user.email,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: mine.map(row => ({ id: row.credentialId, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...(await ask(ctx, 'registration', options.challenge, who.userId)), options }
}

export async function finishRegistration(ctx: Ctx, who: Who, challengeId: string, credential: unknown) {
  const asked = await answered(ctx, 'registration', challengeId)
  if (asked.userId !== who.userId) throw failed()
  const { rpID, origins } = env.passkeys
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw failed()
  })
  if (!registrationInfo) throw failed()
  const made = registrationInfo.credential
  try {
    const [row] = await ctx.db
      .insert(passkeys)
      .values({
        userId: who.userId,
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: made.transports ?? [],
        friendlyName: `Passkey of ${clock.now().toISOString().slice(0, 10)}`,
        createdAt: clock.now(),
      })
      .returning()
    await notifyOfChange(ctx, who.userId, 'passkey')
    return shown(row!)
  } catch (error) {
    if (sqlState(error) === '23505') throw refusal(422, 'webauthn_credential_exists', 'This passkey is already set up')
    throw error
  }
}

/** For someone whose first factor is known already, only their own; else whatever the device offers. */
export async function startAuthentication(ctx: Ctx, userId: string | null) {
  const mine = userId ? await ofUser(ctx, userId) : []
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: env.passkeys.rpID,
    userVerification: 'required',
    allowCredentials: mine.map(row => ({ id: row.credentialId, transports: transportsOf(row) })),
  })
  return { ...(await ask(ctx, 'authentication', options.challenge, userId)), options }
}

/**
 * The device and the person who unlocked it are two factors in one: aal2. A session of the same user goes on,
 * else a new one opens.
 */
export async function finishAuthentication(
  ctx: Ctx,
  { challengeId, credential }: { challengeId: string; credential: { id: string } },
  current: Who | null,
  visit: Visit,
): Promise<SessionObject> {
  const asked = await answered(ctx, 'authentication', challengeId)
  if (asked.userId && asked.userId !== current?.userId) throw failed()
  const [found] = await ctx.db
    .select({ passkey: passkeys, bannedUntil: credentials.bannedUntil })
    .from(passkeys)
    .innerJoin(credentials, eq(credentials.userId, passkeys.userId))
    .where(eq(passkeys.credentialId, credential.id))
    .for('update', { of: passkeys })
  if (!found) throw failed()
  const { passkey } = found
  if (current && passkey.userId !== current.userId) throw failed()
  if (isBanned(found.bannedUntil)) throw refusal(400, 'user_banned', 'User is banned', { keep: true })
  const counter = await checkedCounter(passkey, asked.challenge, credential as AuthenticationResponseJSON)
  await ctx.db.update(passkeys).set({ counter, lastUsedAt: clock.now() }).where(eq(passkeys.id, passkey.id))
  if (current) return raiseSession(ctx, current.session, 'mfa/webauthn')
  return openSession(ctx, passkey.userId, 'mfa/webauthn', visit, 'aal2')
}

async function checkedCounter(
  passkey: typeof passkeys.$inferSelect,
  challenge: string,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const { rpID, origins } = env.passkeys
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
      transports: transportsOf(passkey),
    },
  }).catch(() => {
    throw failed()
  })
  if (!verified) throw failed()
  return authenticationInfo.newCounter
}

const shown = (row: typeof passkeys.$inferSelect) => ({
  id: row.id,
  friendly_name: row.friendlyName,
  created_at: row.createdAt.toISOString(),
  ...(row.lastUsedAt && { last_used_at: row.lastUsedAt.toISOString() }),
})

export const list = async (ctx: Ctx, { userId }: Pick<Who, 'userId'>) => (await ofUser(ctx, userId)).map(shown)

export async function rename(ctx: Ctx, { userId }: Who, id: string, friendlyName: string) {
  const [row] = await ctx.db
    .update(passkeys)
    .set({ friendlyName })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  if (!row) throw unknown()
  return shown(row)
}

export async function remove(ctx: Ctx, who: Who, id: string): Promise<void> {
  await requireFactor(ctx, who, 'AAL2 required to remove a passkey')
  await removePasskey(ctx, who.userId, id)
}

export async function removePasskey(ctx: Ctx, userId: string, id: string): Promise<void> {
  const gone = await ctx.db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (gone.length === 0) throw unknown()
  await notifyOfChange(ctx, userId, 'passkeyOff')
}
