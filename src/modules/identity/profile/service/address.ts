import { and, eq, ne } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { emit } from '#kernel/jobs.ts'
import { sendMail } from '#messaging/service.ts'
import { changedMail, leaveAddressMail, takeAddressMail } from '../../emails/address.ts'
import { addressChanged } from '../../events.ts'
import { mint, type OneTimeToken, type Pkce } from '../../service/one-time.ts'
import { credentialOf, endLinks, refusal } from '../../service.ts'
import { credentials, users } from '../../tables.ts'

export interface LinkTarget extends Pkce {
  redirectTo: string
}

const taken = () => refusal(422, 'email_exists', 'A user with this email address has already been registered')

/** Records the address that someone wants; it becomes theirs when both addresses have confirmed it. */
export async function askForChange(ctx: Ctx, userId: string, newEmail: string, target: LinkTarget): Promise<void> {
  if (await credentialOf(ctx, newEmail)) throw taken()
  await ctx.db
    .update(credentials)
    .set({ newEmail, currentConfirmedAt: null, newConfirmedAt: null, updatedAt: clock.now() })
    .where(eq(credentials.userId, userId))
  await mailChange(ctx, userId, target)
}

/** A link to each address that has not confirmed yet. Someone without an address has only the new one to ask. */
export async function mailChange(ctx: Ctx, userId: string, target: LinkTarget): Promise<void> {
  const [row] = await ctx.db
    .select({ user: users, pending: credentials })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(eq(credentials.userId, userId))
  const { user, pending } = row!
  if (!pending.newEmail) return
  const sides = [
    {
      kind: 'email_change_current' as const,
      email: user.email,
      asked: !pending.currentConfirmedAt && hasAddress(pending),
      mail: leaveAddressMail,
    },
    {
      kind: 'email_change_new' as const,
      email: pending.newEmail,
      asked: !pending.newConfirmedAt,
      mail: takeAddressMail,
    },
  ]
  for (const { kind, email, mail } of sides.filter(side => side.asked)) {
    const link = await mint(ctx, { userId, kind, email, ...target })
    const letter = mail({ name: user.name, newEmail: pending.newEmail, ...link })
    await sendMail(ctx, {
      to: email,
      toName: user.name,
      ...letter,
      kind,
      dedupeKey: `${kind}:${link.token.slice(0, 16)}`,
    })
  }
}

const hasAddress = (row: typeof credentials.$inferSelect) => !row.isAnonymous && row.emailConfirmedAt !== null

/** Notes one side's consent; true when it was the last, and the address has changed. */
export async function confirmChange(ctx: Ctx, { userId, kind, email }: OneTimeToken): Promise<boolean> {
  const side = kind === 'email_change_new' ? 'newConfirmedAt' : 'currentConfirmedAt'
  const [pending] = await ctx.db
    .update(credentials)
    .set({ [side]: clock.now() })
    .where(eq(credentials.userId, userId))
    .returning()
  const other = kind === 'email_change_new' && email !== pending?.newEmail
  if (!pending?.newEmail || other) throw refusal(403, 'otp_expired', 'Token has expired or is invalid', { keep: true })
  if (!pending.newConfirmedAt || (!pending.currentConfirmedAt && hasAddress(pending))) return false
  await moveTo(ctx, pending)
  return true
}

async function moveTo(ctx: Ctx, pending: typeof credentials.$inferSelect): Promise<void> {
  const { userId, newEmail } = pending
  const [before] = await ctx.db.select().from(users).where(eq(users.id, userId))
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, newEmail!), ne(users.id, userId)))
  if (other) throw taken()
  const now = clock.now()
  try {
    await ctx.db.update(users).set({ email: newEmail!, updatedAt: now }).where(eq(users.id, userId))
  } catch (error) {
    if (sqlState(error) === '23505') throw taken()
    throw error
  }
  await ctx.db
    .update(credentials)
    .set({
      newEmail: null,
      currentConfirmedAt: null,
      newConfirmedAt: null,
      emailConfirmedAt: now,
      isAnonymous: false,
      updatedAt: now,
    })
    .where(eq(credentials.userId, userId))
  await endLinks(ctx, userId)
  await emit(ctx, addressChanged, { userId, email: newEmail! })
  if (!hasAddress(pending)) return
  const mail = changedMail({ name: before!.name, newEmail: newEmail! })
  const dedupeKey = `email_changed:${userId}:${now.toISOString()}`
  await sendMail(ctx, { to: before!.email, toName: before!.name, ...mail, kind: 'email_changed', dedupeKey })
}
