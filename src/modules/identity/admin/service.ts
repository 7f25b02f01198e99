import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { clock, hours, minutes, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { digest } from '#kernel/secrets.ts'
import { issuer, sign } from '#kernel/tokens.ts'
import { sendMail } from '#messaging/service.ts'
import type { AdminUserChange, GenerateLink } from '../contract.ts'
import { inviteMail } from '../emails/links.ts'
import { addressChanged } from '../events.ts'
import { mint } from '../service/one-time.ts'
import { credentialOf, describe, endLinks, type Metadata, refusal, setPassword, signUp } from '../service.ts'
import { type UserObject, userObject, userObjects } from '../sessions/service.ts'
import { credentials, sessions, users } from '../tables.ts'

/** A token for our own servers and scripts: it may manage users, and opens no church. `ms` is how long it is good. */
export function serviceToken(ms: number): Promise<string> {
  const iat = Math.floor(clock.ms() / 1000)
  const exp = iat + Math.floor(ms / 1000)
  return sign({ iss: issuer(), sub: 'service', aud: 'authenticated', role: 'service_role', iat, exp })
}

const noChange = { newEmail: null, currentConfirmedAt: null, newConfirmedAt: null }
export const unknownUser = () => refusal(404, 'user_not_found', 'User not found')

export async function list(ctx: Ctx, { page, perPage }: { page: number; perPage: number }) {
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [all] = await ctx.db.select({ total: count() }).from(credentials)
  const ids = rows.map(({ id }) => id)
  return { users: await userObjects(ctx, ids), total: all!.total }
}

export interface NewUser {
  email: string
  confirmed: boolean
  passwordHash: string | null
  metadata: Metadata
  appMetadata: Metadata
}

/** A user with an account of their own, as after a sign-up. Their metadata is what was given: no name is made up. */
export async function create(ctx: Ctx, { email, metadata, ...user }: NewUser): Promise<UserObject> {
  const { name: given, ...rest } = metadata
  const name = typeof given === 'string' && given.trim() ? given.trim().slice(0, 200) : ''
  const organization = name || email.split('@')[0]!
  const userId = await signUp(ctx, { ...user, email, name, metadata: rest, organization })
  return userObject(ctx, userId)
}

/** Changes at once, without asking the person; `passwordHash` is null where the password stays. */
export async function update(
  ctx: Ctx,
  userId: string,
  { email, email_confirm, user_metadata, app_metadata, ban_duration }: AdminUserChange,
  passwordHash: string | null,
): Promise<UserObject> {
  const before = await userObject(ctx, userId)
  const now = clock.now()
  if (email && email !== before.email) {
    if (await credentialOf(ctx, email)) throw emailExists()
    await ctx.db.update(users).set({ email, updatedAt: now }).where(eq(users.id, userId))
    await ctx.db.update(credentials).set(noChange).where(eq(credentials.userId, userId))
    await endLinks(ctx, userId)
    await emit(ctx, addressChanged, { userId, email })
  }
  await ctx.db
    .update(credentials)
    .set({
      updatedAt: now,
      ...(email && { isAnonymous: false }),
      ...(email_confirm && { emailConfirmedAt: now }),
      ...(app_metadata && {
        appMetadata: sql`jsonb_strip_nulls(${credentials.appMetadata} || ${JSON.stringify(app_metadata)}::jsonb)`,
      }),
      ...(ban_duration && { bannedUntil: banUntil(ban_duration) }),
    })
    .where(eq(credentials.userId, userId))
  if (user_metadata) await describe(ctx, userId, user_metadata)
  if (passwordHash) await setPassword(ctx, userId, passwordHash)
  // Anyone who is banned, or has a password they don't know yet, is out at once.
  if (passwordHash || (ban_duration && ban_duration !== 'none')) await endAll(ctx, userId)
  return userObject(ctx, userId)
}

const endAll = (ctx: Ctx, userId: string) =>
  ctx.db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))

function banUntil(duration: string): Date | null {
  if (duration === 'none') return null
  const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(duration)?.[1] ?? 0)
  return new Date(clock.ms() + hours(part('h')) + minutes(part('m')) + seconds(part('s')))
}

/** The user, their sessions and their memberships; what they wrote in their churches stays. */
export async function remove(ctx: Ctx, userId: string): Promise<UserObject> {
  const user = await userObject(ctx, userId)
  await ctx.db.delete(users).where(eq(users.id, userId))
  return user
}

const emailExists = () => refusal(422, 'email_exists', 'A user with this email address has already been registered')

/** A user who chooses their password by the emailed link; one who has not confirmed yet is invited again. */
export async function invite(ctx: Ctx, email: string, metadata: Metadata, redirectTo: string): Promise<UserObject> {
  const before = await credentialOf(ctx, email)
  if (before?.confirmedAt) throw emailExists()
  const user = { email, confirmed: false, passwordHash: null, metadata, appMetadata: {} }
  const userId = before?.userId ?? (await create(ctx, user)).id
  await markInvited(ctx, userId)
  const invited = await userObject(ctx, userId)
  const name = String(invited.user_metadata.name ?? '')
  const link = await mint(ctx, { userId, kind: 'invite', email, redirectTo })
  const mail = inviteMail({ name, ...link })
  await sendMail(ctx, { to: email, toName: name, ...mail, kind: 'invite', dedupeKey: `invite:${digest(link.token)}` })
  return invited
}

const markInvited = (ctx: Ctx, userId: string) =>
  ctx.db.update(credentials).set({ invitedAt: clock.now() }).where(eq(credentials.userId, userId))

/** The link and code of a mail, without sending it. */
export async function generateLink(ctx: Ctx, input: GenerateLink, passwordHash: string | null, redirectTo: string) {
  const { type, email, new_email } = input
  let user = await credentialOf(ctx, email)
  if (!user && (type === 'signup' || type === 'invite' || type === 'magiclink')) {
    await create(ctx, { email, confirmed: false, passwordHash, metadata: input.data ?? {}, appMetadata: {} })
    user = await credentialOf(ctx, email)
  } else if (user?.confirmedAt && (type === 'signup' || type === 'invite')) {
    throw emailExists()
  }
  if (!user) throw unknownUser()
  if (type === 'invite') await markInvited(ctx, user.userId)
  const changes = type === 'email_change_current' || type === 'email_change_new'
  if (changes && !new_email) throw refusal(400, 'validation_failed', 'new_email is required')
  // What was agreed to before was another address.
  if (changes && user.newEmail !== new_email)
    await ctx.db
      .update(credentials)
      .set({ ...noChange, newEmail: new_email! })
      .where(eq(credentials.userId, user.userId))
  const sentTo = type === 'email_change_new' ? new_email! : email
  const link = await mint(ctx, { userId: user.userId, kind: type, email: sentTo, redirectTo })
  return {
    ...(await userObject(ctx, user.userId)),
    action_link: link.href,
    email_otp: link.code,
    hashed_token: link.token,
    redirect_to: redirectTo,
    verification_type: type,
  }
}
