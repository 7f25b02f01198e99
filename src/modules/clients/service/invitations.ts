import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { makeRoom } from '#entitlements/service.ts'
import { users } from '#identity/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { mayGrant } from '#kernel/permissions.ts'
import { announce, announceTo } from '#kernel/realtime.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import type { NewInvitation } from '../contract.ts'
import { invitationMail } from '../emails/invitation.ts'
import { INVITATION_DAYS } from '../rules.ts'
import { addMember, read } from '../service.ts'
import { activeMember, clients, invitations, members } from '../tables.ts'
import { notifyOwners, requireGrantable, requireRemovable } from './team.ts'

/** Invitations of one account in an hour, and of those to one address. */
const MOST_AN_HOUR = 200
const MOST_TO_ONE = 10

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

type Row = typeof invitations.$inferSelect
const shown = (row: Row) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  state: row.expiresAt > clock.now() ? ('open' as const) : ('expired' as const),
  sentAt: row.sentAt,
  expiresAt: row.expiresAt,
})

export async function list(ctx: Ctx) {
  const rows = await ctx.db.select().from(invitations).where(isOpen).orderBy(desc(invitations.sentAt))
  return { items: rows.map(shown) }
}

export async function create(ctx: Ctx, { email, role }: NewInvitation) {
  requireGrantable(ctx, role)
  const [already] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(users.email, email), activeMember))
  if (already) throw new Failure('ALREADY_MEMBER')
  if (role !== 'volunteer') await makeRoom(ctx, 'members', 1)
  const token = newToken()
  const fresh = {
    email,
    role,
    tokenHash: digest(token),
    invitedBy: userOf(ctx)!,
    sentAt: clock.now(),
    expiresAt: expiry(),
  }
  // A double click, or the same address again: the open invitation is renewed and its old link ends.
  const [row] = await ctx.db
    .insert(invitations)
    .values(fresh)
    .onConflictDoUpdate({
      target: [invitations.clientId, invitations.email],
      targetWhere: sql`accepted_at is null and revoked_at is null`,
      set: fresh,
    })
    .returning()
  await send(ctx, row!, token)
  await notifyOwners(ctx, { role, name: email, key: row!.tokenHash })
  return shown(row!)
}

export async function resend(ctx: Ctx, { id }: { id: string }) {
  const token = newToken()
  const [row] = await ctx.db
    .update(invitations)
    .set({ tokenHash: digest(token), sentAt: clock.now(), expiresAt: expiry() })
    .where(and(eq(invitations.id, id), isOpen))
    .returning()
  requireGrantable(ctx, found(row, 'Invitation').role)
  await send(ctx, row!, token)
  return shown(row!)
}

export async function revoke(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(invitations)
    .set({ revokedAt: clock.now() })
    .where(and(eq(invitations.id, id), isOpen))
    .returning()
  requireRemovable(ctx, found(row, 'Invitation').role)
  announce(ctx, 'members')
  return {}
}

const expiry = () => new Date(clock.ms() + days(INVITATION_DAYS))

/** Anyone who signs up may write to any address in our name: not to one again and again, and not to thousands. */
async function limit(ctx: Ctx, email: string): Promise<void> {
  const since = new Date(clock.ms() - hours(1))
  const all = await countSince(ctx, 'invitation', since)
  if (all < MOST_AN_HOUR && (await countSince(ctx, 'invitation', since, email)) < MOST_TO_ONE) return
  throw new Failure('TOO_MANY_REQUESTS', 'You sent many invitations. Please try again in an hour.')
}

async function send(ctx: Ctx, row: Row, token: string): Promise<void> {
  await limit(ctx, row.email)
  const [inviter] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, row.invitedBy))
  const church = await read(ctx)
  const mail = invitationMail({
    church: church.name,
    invitedBy: inviter?.name ?? '',
    role: row.role,
    token,
    expiresAt: row.expiresAt,
  })
  await sendMail(ctx, { to: row.email, ...mail, kind: 'invitation', dedupeKey: `invitation:${row.tokenHash}` })
  announce(ctx, 'members')
}

/** From an invitation's token to its account, whatever became of it. */
export async function clientOfToken(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ clientId: invitations.clientId })
    .from(invitations)
    .where(eq(invitations.tokenHash, digest(token)))
  return row?.clientId
}

/** An invitation is worth what the member who sent it may grant today: nothing, once they have left. */
async function stateOf(ctx: Ctx, row: Row) {
  if (row.acceptedAt) return 'used' as const
  const [inviter] = await ctx.db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.clientId, row.clientId), eq(members.userId, row.invitedBy), activeMember))
  if (row.revokedAt || !inviter || !mayGrant(inviter.role, row.role)) return 'revoked' as const
  return row.expiresAt <= clock.now() ? ('expired' as const) : ('open' as const)
}

export async function view(ctx: Ctx, { token }: { token: string }) {
  const [row] = await ctx.db
    .select({ invitation: invitations, church: clients.name })
    .from(invitations)
    .innerJoin(clients, eq(clients.id, invitations.clientId))
    .where(eq(invitations.tokenHash, digest(token)))
  const { invitation, church } = found(row, 'Invitation')
  const [inviter] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, invitation.invitedBy))
  const { rows } = await ctx.db.execute<{ yes: boolean }>(sql`select address_registered(${invitation.email}) as yes`)
  return {
    church,
    invitedBy: inviter?.name ?? '',
    email: invitation.email,
    role: invitation.role,
    state: await stateOf(ctx, invitation),
    registered: rows[0]?.yes ?? false,
  }
}

/** Someone who is signed in joins. */
export async function accept(ctx: Ctx, { token }: { token: string }) {
  const userId = userOf(ctx)
  if (!userId) throw new Failure('UNAUTHORIZED')
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return join(ctx, { token, userId, email: found(user, 'User').email })
}

/** Marks the invitation used and makes the member; also called by a sign-up that came from an invitation. */
export async function join(ctx: Ctx, { token, userId, email }: { token: string; userId: string; email: string }) {
  const [row] = await ctx.db
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, digest(token)))
    .for('update')
  const invitation = found(row, 'Invitation')
  const state = await stateOf(ctx, invitation)
  if (state !== 'open') throw new Failure(`INVITATION_${state.toUpperCase()}`)
  if (invitation.email !== email) throw new Failure('WRONG_ADDRESS')
  await ctx.db
    .update(invitations)
    .set({ acceptedAt: clock.now(), acceptedBy: userId })
    .where(and(eq(invitations.clientId, invitation.clientId), eq(invitations.id, invitation.id)))
  await addMember(ctx, { clientId: invitation.clientId, userId, role: invitation.role })
  await announceTo(ctx, invitation.clientId, 'members')
  return { clientId: invitation.clientId }
}
