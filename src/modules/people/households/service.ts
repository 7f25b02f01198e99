import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Household } from '../contract.ts'
import type { householdRoles } from '../rules/fields.ts'
import { householdMembers, households, people } from '../tables.ts'

type Role = (typeof householdRoles)[number]

async function withMembers(ctx: Ctx, ids: string[]): Promise<Household[]> {
  if (ids.length === 0) return []
  const homes = await ctx.db
    .select({ id: households.id, name: households.name })
    .from(households)
    .where(inArray(households.id, ids))
    .orderBy(households.id)
  const rows = await ctx.db
    .select({
      householdId: householdMembers.householdId,
      personId: householdMembers.personId,
      name: people.name,
      role: householdMembers.role,
      isPrimary: householdMembers.isPrimary,
      unconfirmed: householdMembers.unconfirmed,
    })
    .from(householdMembers)
    .innerJoin(people, eq(people.id, householdMembers.personId))
    .where(inArray(householdMembers.householdId, ids))
    .orderBy(desc(householdMembers.isPrimary), householdMembers.role, householdMembers.id)
  return homes.map(home => ({
    ...home,
    members: rows.filter(row => row.householdId === home.id).map(({ householdId: _, ...member }) => member),
  }))
}

export async function householdsOf(ctx: Ctx, personId: string): Promise<Household[]> {
  const rows = await ctx.db
    .select({ id: householdMembers.householdId })
    .from(householdMembers)
    .where(eq(householdMembers.personId, personId))
  return withMembers(
    ctx,
    rows.map(row => row.id),
  )
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Household> {
  const [home] = await withMembers(ctx, [id])
  return found(home, 'Household')
}

interface NewHousehold {
  name: string
  members: { personId: string; role: Role; isPrimary: boolean }[]
}

export async function create(ctx: Ctx, { name, members }: NewHousehold): Promise<Household> {
  const ids = [...new Set(members.map(member => member.personId))]
  const known = await ctx.db.select({ id: people.id }).from(people).where(inArray(people.id, ids))
  if (known.length < ids.length) found(undefined, 'Person')
  const [home] = await ctx.db.insert(households).values({ name }).returning({ id: households.id })
  for (const member of members) await place(ctx, { id: home!.id, ...member })
  return get(ctx, { id: home!.id })
}

export async function update(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Household> {
  const [row] = await ctx.db
    .update(households)
    .set({ name })
    .where(eq(households.id, id))
    .returning({ id: households.id })
  found(row, 'Household')
  announce(ctx, 'people')
  return get(ctx, { id })
}

interface Place {
  id: string
  personId: string
  role: Role
  isPrimary: boolean
}

async function place(ctx: Ctx, { id, personId, role, isPrimary }: Place): Promise<void> {
  if (isPrimary) {
    await ctx.db
      .update(householdMembers)
      .set({ isPrimary: false })
      .where(
        and(
          eq(householdMembers.householdId, id),
          ne(householdMembers.personId, personId),
          eq(householdMembers.isPrimary, true),
        ),
      )
  }
  const unconfirmed = ctx.actor.type !== 'member'
  await ctx.db
    .insert(householdMembers)
    .values({ householdId: id, personId, role, isPrimary, unconfirmed })
    .onConflictDoUpdate({
      target: [householdMembers.clientId, householdMembers.householdId, householdMembers.personId],
      set: { role, isPrimary, ...(!unconfirmed && { unconfirmed }) },
    })
  announce(ctx, 'people', personId)
}

export async function joinHousehold(ctx: Ctx, input: Place): Promise<Household> {
  await get(ctx, input)
  const [person] = await ctx.db.select({ id: people.id }).from(people).where(eq(people.id, input.personId))
  found(person, 'Person')
  await place(ctx, input)
  return get(ctx, input)
}

export async function leaveHousehold(ctx: Ctx, { id, personId }: { id: string; personId: string }) {
  const [row] = await ctx.db
    .delete(householdMembers)
    .where(and(eq(householdMembers.householdId, id), eq(householdMembers.personId, personId)))
    .returning({ id: householdMembers.id })
  found(row, 'Household')
  const [left] = await ctx.db
    .select({ id: householdMembers.id })
    .from(householdMembers)
    .where(eq(householdMembers.householdId, id))
    .limit(1)
  if (!left) await ctx.db.delete(households).where(eq(households.id, id))
  announce(ctx, 'people', personId)
  return {}
}
