import { and, eq } from 'drizzle-orm'
import { makeRoom } from '#entitlements/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { isConfided, mayGrant, type Role } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import type { Work } from '../contract.ts'
import { memberRemoved } from '../events.ts'
import { requireMember } from '../service.ts'
import { activeMember, clients, members } from '../tables.ts'
import { countWork, emptyWorkload, notifyOfReassignment, reassignWork } from './reassignment.ts'

const memberColumns = {
  id: members.id,
  userId: members.userId,
  name: users.name,
  email: users.email,
  avatarUrl: users.avatarUrl,
  role: members.role,
  createdAt: members.createdAt,
  version: members.version,
}

export async function listMembers(ctx: Ctx) {
  const items = await ctx.db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(activeMember)
    .orderBy(members.createdAt)
  return { items }
}

async function memberById(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.id, id), activeMember))
  return found(row, 'Member')
}

/** @throws FORBIDDEN for a role that the member who acts may not grant */
export function requireGrantable(ctx: Ctx, role: Role): void {
  if (ctx.actor.type !== 'member' || !mayGrant(ctx.actor.role, role))
    throw new Failure('FORBIDDEN', 'You can’t assign a role with permissions that you don’t have. Please ask an owner.')
}

/** Taking a role away grants nothing: an office that must shut someone out at once can. Owners are for owners alone. */
export function requireRemovable(ctx: Ctx, role: Role): void {
  if (ctx.actor.type !== 'member' || (role === 'owner' && ctx.actor.role !== 'owner'))
    throw new Failure('FORBIDDEN', 'Only an owner can change or remove an owner.')
}

/** Owners hear of it when someone is given a role that sees confidential rows. */
export async function notifyOwners(
  ctx: Ctx,
  { role, name, key }: { role: Role; name: string; key: string },
): Promise<void> {
  if (!isConfided(role)) return
  const owners = and(eq(members.role, 'owner'), activeMember)
  const [by] = await ctx.db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userOf(ctx)!))
  await notify(
    ctx,
    (await ctx.db.select({ userId: members.userId }).from(members).where(owners)).map(({ userId }) => userId),
    {
      type: 'confided_role',
      title: `${name} was given the role ${role}`,
      body: `${by?.name || 'A member'} gave it. The role can see pastoral notes or gifts. If this is a mistake, change it under Team.`,
      href: '/settings?section=team',
      dedupeKey: `role:${key}`,
    },
  )
}

/** Two owners stepping down at once would leave none: the account's row is locked while they are counted. */
async function keepAnOwner(ctx: Ctx, leaving: { id: string; role: Role }): Promise<void> {
  if (leaving.role !== 'owner') return
  await ctx.db.select({ id: clients.id }).from(clients).where(eq(clients.id, ctx.client.id)).for('update')
  const owners = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, 'owner'), activeMember))
  if (owners.every(owner => owner.id === leaving.id)) throw new Failure('LAST_OWNER')
}

export async function updateMember(ctx: Ctx, { id, role, version }: { id: string; role: Role; version: number }) {
  const member = await memberById(ctx, id)
  requireRemovable(ctx, member.role)
  requireGrantable(ctx, role)
  if (member.role === 'volunteer' && role !== 'volunteer') await makeRoom(ctx, 'members', 1)
  if (role !== 'owner') await keepAnOwner(ctx, member)
  const done = await ctx.db
    .update(members)
    .set({ role })
    .where(and(eq(members.id, id), eq(members.version, version)))
    .returning({ id: members.id })
  if (done.length === 0) throw new Failure('CONFLICT')
  const name = member.name || member.email
  if (role !== member.role) await notifyOwners(ctx, { role, name, key: `${id}:${version}` })
  announce(ctx, 'members', id)
  return memberById(ctx, id)
}

/** Out at once: the next request of that member finds no account. What was theirs may become a colleague's with it. */
export async function removeMember(ctx: Ctx, { id, handOverTo }: { id: string; handOverTo?: string }) {
  const member = await memberById(ctx, id)
  requireRemovable(ctx, member.role)
  if (handOverTo === member.userId) throw invalid('handOverTo', 'Please choose someone else')
  await requireMember(ctx, handOverTo, 'handOverTo')
  await keepAnOwner(ctx, member)
  await ctx.db.update(members).set({ removedAt: clock.now() }).where(eq(members.id, id))
  const handedOver = handOverTo ? await reassignWork(ctx, member.userId, handOverTo) : emptyWorkload
  if (handOverTo)
    await notifyOfReassignment(ctx, { id, to: handOverTo, from: member.name || member.email, work: handedOver })
  await emit(ctx, memberRemoved, { userId: member.userId, successorId: handOverTo ?? null })
  announce(ctx, 'members', id)
  return { handedOver }
}

export async function countWorkOf(ctx: Ctx, { id }: { id: string }): Promise<Work> {
  const { userId } = await memberById(ctx, id)
  return countWork(ctx, userId)
}

/** One owner after the other: the account's row is locked, so of two who are named at once only the first becomes it. */
export async function transfer(ctx: Ctx, { id }: { id: string }) {
  const member = await memberById(ctx, id)
  await ctx.db.select({ id: clients.id }).from(clients).where(eq(clients.id, ctx.client.id)).for('update')
  const mine = and(eq(members.userId, userOf(ctx)!), eq(members.role, 'owner'), activeMember)
  const stepped = await ctx.db.update(members).set({ role: 'admin' }).where(mine).returning({ id: members.id })
  if (stepped.length === 0) throw new Failure('OWNER_ONLY')
  if (stepped[0]!.id === id) throw invalid('id', 'You already own this account')
  const done = await ctx.db
    .update(members)
    .set({ role: 'owner' })
    .where(and(eq(members.id, id), activeMember))
    .returning({ id: members.id })
  found(done[0], 'Member')
  await notify(ctx, [member.userId], {
    type: 'owner',
    title: 'You are now the owner of this account',
    body: 'As the owner, you manage its members and the account itself.',
    href: '/settings?section=team',
    dedupeKey: `owner:${id}:${clock.ms()}`,
    mail: true,
  })
  announce(ctx, 'members', id)
  return memberById(ctx, id)
}
