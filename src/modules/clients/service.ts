import { randomUUID } from 'node:crypto'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { requireFeature } from '#entitlements/service.ts'
import { expire, fileById } from '#files/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { absent, Failure, found, invalid } from '#kernel/failure.ts'
import type { Role } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import type { Account, ChurchChange, Me, PostalAddress } from './contract.ts'
import { takeAddressOf } from './public-address/service.ts'
import { activeMember, clients, members } from './tables.ts'

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
    logo_id: string | null
    brand_color: string | null
  }>(sql`select * from accounts_of_user()`)
  const accounts = rows.map(
    ({ time_zone, set_up, billing_state, billing_until, support_until, logo_id, brand_color, ...rest }) => ({
      ...rest,
      timeZone: time_zone,
      setUp: set_up,
      billingState: billing_state,
      billingUntil: instantOf(billing_until),
      supportUntil: instantOf(support_until),
      logoId: logo_id,
      brandColor: brand_color,
    }),
  )
  return { user: found(user, 'User'), accounts }
}

const churchColumns = {
  id: clients.id,
  name: clients.name,
  slug: clients.slug,
  slugChosen: clients.slugChosen,
  timeZone: clients.timeZone,
  locale: clients.locale,
  country: clients.country,
  currency: clients.currency,
  address: clients.address,
  followUpHours: clients.followUpHours,
  leadAssignment: clients.leadAssignment,
  leadOwnerIds: clients.leadOwnerIds,
  quietChurchTimes: clients.quietChurchTimes,
  logoId: clients.logoId,
  brandColor: clients.brandColor,
  setUp: sql<boolean>`${clients.setUpAt} is not null`,
  version: clients.version,
}

export async function read(ctx: Ctx) {
  const [row] = await ctx.db.select(churchColumns).from(clients).where(eq(clients.id, ctx.client.id))
  return found(row, 'Account')
}

export async function change(ctx: Ctx, { version, setUp, ...changes }: ChurchChange) {
  const known = await read(ctx)
  if (version !== known.version) throw new Failure('CONFLICT')
  if (isNoChange({ setUp, ...changes })) return known
  const branding = (['logoId', 'brandColor'] as const).some(key => changes[key] && changes[key] !== known[key])
  if (branding) await requireFeature(ctx, 'branding')
  for (const userId of changes.leadOwnerIds ?? [])
    if (!known.leadOwnerIds.includes(userId)) await requireMember(ctx, userId, 'leadOwnerIds')
  if (changes.logoId) await mustBeLogo(ctx, changes.logoId)
  const before = changes.logoId === undefined ? null : known.logoId
  const slug = await addressByName(ctx, known, changes.name)
  const [row] = await ctx.db
    .update(clients)
    .set({ ...changes, slug, ...(setUp && { setUpAt: clock.now() }), version: version + 1, updatedAt: clock.now() })
    .where(and(eq(clients.id, ctx.client.id), eq(clients.version, version)))
    .returning(churchColumns)
  if (!row) throw new Failure('CONFLICT')
  if (before && before !== row.logoId) await expire(ctx, before)
  announce(ctx, 'church')
  return row
}

/** Until its first-run steps are done, a church that says its name has it in its address. */
const addressByName = async (ctx: Ctx, known: Awaited<ReturnType<typeof read>>, name: string | undefined) =>
  known.setUp || known.slugChosen || !name || name === known.name ? undefined : takeAddressOf(ctx, known.id, name)

async function mustBeLogo(ctx: Ctx, id: string): Promise<void> {
  const file = await fileById(ctx, id, 'logo').catch(absent)
  if (!file) throw invalid('logoId', 'Please upload the logo again')
}

/** A new account with its owner; used by sign-up, in the identity module's transaction. */
export async function openAccount(ctx: Ctx, { name, userId }: { name: string; userId: string }): Promise<string> {
  const [client] = await ctx.db
    .insert(clients)
    .values({ name, slug: randomUUID(), leadAssignment: 'turns' })
    .returning({ id: clients.id })
  const { id } = client!
  const slug = await takeAddressOf(ctx, id, name)
  await ctx.db.update(clients).set({ slug }).where(eq(clients.id, id))
  await ctx.db.insert(members).values({ clientId: id, userId, role: 'owner' })
  return id
}

/** Fills in an account from outside its own transactions: the demo church's zone and address. */
export async function furnish(
  ctx: Ctx,
  clientId: string,
  { timeZone, address }: { timeZone: string; address: PostalAddress },
) {
  await ctx.db.update(clients).set({ timeZone, address, setUpAt: clock.now() }).where(eq(clients.id, clientId))
}

/** Members of someone's own account (not the server's), eldest first. */
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

export async function isMember(ctx: Ctx, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, userId), activeMember))
  return Boolean(row)
}

/** Work is given to the team alone; `field` is where the form shows the refusal. */
export async function requireMember(ctx: Ctx, userId: string | null | undefined, field: string): Promise<void> {
  if (userId && !(await isMember(ctx, userId))) throw invalid(field, 'Please choose a team member')
}

/** Makes someone a member, again if they were removed; an existing member keeps their role. Works in any transaction that may see the account. */
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
