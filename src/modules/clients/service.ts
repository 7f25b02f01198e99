import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { makeRoom } from '#entitlements/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { outranks, type Role } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import type { Account, ChurchChange, Me, PostalAddress } from './contract.ts'
import { slugOf } from './rules.ts'
import { clients, members } from './tables.ts'

const instantOf = (value: string | null) => (value ? new Date(value) : null)

/** Who is asking, and the accounts they may switch between. */
export async function mine(ctx: Ctx): Promise<Me> {
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, name: users.name, avatarUrl: users.avatarUrl, role: users.role })
    .from(users)
    .where(eq(users.id, userOf(ctx)!))
  const { rows } = await ctx.db.execute<{
    id: string
    name: string
    slug: string
    role: Role
    time_zone: string
    country: string
    locale: string
    set_up: boolean
    house: boolean
    access: Account['access']
    billing_state: Account['billingState']
    billing_until: string | null
    support_until: string | null
  }>(sql`select * from accounts_of_user()`)
  const accounts = rows.map(({ time_zone, set_up, billing_state, billing_until, support_until, ...rest }) => ({
    ...rest,
    timeZone: time_zone,
    setUp: set_up,
    billingState: billing_state,
    billingUntil: instantOf(billing_until),
    supportUntil: instantOf(support_until),
  }))
  return { user: found(user, 'User'), accounts }
}

const churchColumns = {
  id: clients.id,
  name: clients.name,
  timeZone: clients.timeZone,
  locale: clients.locale,
  country: clients.country,
  currency: clients.currency,
  address: clients.address,
  followUpHours: clients.followUpHours,
  setUp: sql<boolean>`${clients.setUpAt} is not null`,
  version: clients.version,
}

export async function read(ctx: Ctx) {
  const [row] = await ctx.db.select(churchColumns).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}

export async function change(ctx: Ctx, { version, setUp, ...changes }: ChurchChange) {
  const [row] = await ctx.db
    .update(clients)
    .set({ ...changes, ...(setUp && { setUpAt: clock.now() }), version: version + 1, updatedAt: clock.now() })
    .where(and(eq(clients.id, ctx.client.id), eq(clients.version, version)))
    .returning(churchColumns)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'church')
  return row
}

/** A new account with its owner; used by sign-up, in the identity module's transaction. */
export async function openAccount(ctx: Ctx, { name, userId }: { name: string; userId: string }): Promise<string> {
  const slug = `${slugOf(name)}-${randomBytes(3).toString('hex')}`
  const [client] = await ctx.db.insert(clients).values({ name, slug }).returning({ id: clients.id })
  await ctx.db.insert(members).values({ clientId: client!.id, userId, role: 'owner' })
  return client!.id
}

/** Fills in an account from outside its own transactions: the demo church's zone and address. */
export async function furnish(
  ctx: Ctx,
  clientId: string,
  { timeZone, address }: { timeZone: string; address: PostalAddress },
) {
  await ctx.db.update(clients).set({ timeZone, address, setUpAt: clock.now() }).where(eq(clients.id, clientId))
}

/** Members of somebody's own account (not the house's), eldest first. */
export async function colleaguesOf(ctx: Ctx, userId: string) {
  const [mine] = await ctx.db
    .select({ clientId: members.clientId })
    .from(members)
    .where(and(eq(members.userId, userId), ne(members.clientId, ctx.client.id)))
  const rows = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(eq(members.clientId, mine!.clientId))
    .orderBy(asc(members.id))
  return { clientId: mine!.clientId, userIds: rows.map(row => row.userId) }
}

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
    .where(isNull(members.removedAt))
    .orderBy(members.createdAt)
  return { items }
}

async function memberById(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.id, id), isNull(members.removedAt)))
  return found(row, 'Member')
}

/** Nobody gives or takes a role above their own. */
export function mustOutrank(ctx: Ctx, ...roles: Role[]): void {
  const actor = ctx.actor
  if (actor.type !== 'member' || !roles.every(role => outranks(actor.role, role))) {
    throw new Failure('FORBIDDEN', 'You can’t give or change a role above your own.')
  }
}

/** Two owners stepping down at once would leave none: the account's row is locked while they are counted. */
async function keepAnOwner(ctx: Ctx, leaving: { id: string; role: Role }): Promise<void> {
  if (leaving.role !== 'owner') return
  await ctx.db.select({ id: clients.id }).from(clients).where(eq(clients.id, ctx.client.id)).for('update')
  const owners = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.role, 'owner'), isNull(members.removedAt)))
  if (owners.every(owner => owner.id === leaving.id)) throw new Failure('LAST_OWNER')
}

export async function updateMember(ctx: Ctx, { id, role, version }: { id: string; role: Role; version: number }) {
  const member = await memberById(ctx, id)
  mustOutrank(ctx, member.role, role)
  if (member.role === 'volunteer' && role !== 'volunteer') await makeRoom(ctx, 'members', 1)
  if (role !== 'owner') await keepAnOwner(ctx, member)
  const done = await ctx.db
    .update(members)
    .set({ role })
    .where(and(eq(members.id, id), eq(members.version, version)))
    .returning({ id: members.id })
  if (done.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'members', id)
  return memberById(ctx, id)
}

/** Out at once: the next request of that member finds no account. */
export async function removeMember(ctx: Ctx, { id }: { id: string }) {
  const member = await memberById(ctx, id)
  mustOutrank(ctx, member.role)
  await keepAnOwner(ctx, member)
  await ctx.db.update(members).set({ removedAt: clock.now() }).where(eq(members.id, id))
  announce(ctx, 'members', id)
  return {}
}

/** Work is given to the team alone; `field` is where the form shows the refusal. */
export async function mustBeMember(ctx: Ctx, userId: string | null | undefined, field: string): Promise<void> {
  if (!userId) return
  const [row] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, userId), isNull(members.removedAt)))
  if (!row) throw invalid(field, 'Please choose somebody of your team')
}

/** Makes somebody a member, again if they were removed; whoever is one keeps their role. Works in any transaction that may see the account. */
export async function addMember(
  ctx: Ctx,
  { clientId, userId, role }: { clientId: string; userId: string; role: Role },
) {
  await ctx.db
    .insert(members)
    .values({ clientId, userId, role })
    .onConflictDoUpdate({
      target: [members.clientId, members.userId],
      set: {
        role: sql`case when ${members.removedAt} is null then ${members.role} else excluded.role end`,
        removedAt: null,
      },
    })
}
