import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { create, householdsOf, joinHousehold } from '../households/service.ts'
import { personById, sharing } from '../service.ts'
import { people } from '../tables.ts'
import { householdSuggestions } from './tables.ts'

/** More than a family shares an office’s number. */
const CROWD = 4
const other = alias(people, 'other')

export async function list(ctx: Ctx, { personId }: { personId?: string }) {
  const t = householdSuggestions
  const items = await ctx.db
    .select({
      id: t.id,
      shares: t.shares,
      createdAt: t.createdAt,
      person: { id: people.id, name: people.name },
      other: { id: other.id, name: other.name },
    })
    .from(t)
    .innerJoin(people, and(eq(people.id, t.personId), isNull(people.deletedAt)))
    .innerJoin(other, and(eq(other.id, t.otherId), isNull(other.deletedAt)))
    .where(and(eq(t.state, 'open'), personId ? or(eq(t.personId, personId), eq(t.otherId, personId)) : undefined))
    .orderBy(desc(t.id))
    .limit(200)
  return { items }
}

async function settle(ctx: Ctx, id: string, state: 'accepted' | 'dismissed') {
  const [row] = await ctx.db
    .update(householdSuggestions)
    .set({ state })
    .where(eq(householdSuggestions.id, id))
    .returning()
  announce(ctx, 'people')
  return found(row, 'Suggestion')
}

export async function dismiss(ctx: Ctx, { id }: { id: string }) {
  await settle(ctx, id, 'dismissed')
  return {}
}

export async function accept(ctx: Ctx, { id }: { id: string }) {
  const { personId, otherId } = await settle(ctx, id, 'accepted')
  await liveTogether(ctx, otherId, [{ personId, role: 'adult' }])
  return {}
}

interface Housemate {
  personId: string
  role: 'adult' | 'child' | 'other'
}

/** Brings people into someone’s household, which is made where they have none. Its members keep their roles. */
export async function liveTogether(ctx: Ctx, hostId: string, mates: Housemate[]): Promise<string> {
  const [home] = await householdsOf(ctx, hostId)
  if (home) {
    for (const { personId, role } of mates)
      if (!home.members.some(member => member.personId === personId))
        await joinHousehold(ctx, { id: home.id, personId, role, isPrimary: false })
    return home.id
  }
  const { lastName, name } = await personById(ctx, hostId)
  const host = { personId: hostId, role: 'adult' as const, isPrimary: true }
  const made = await create(ctx, {
    name: `${lastName || name} family`,
    members: [host, ...mates.map(mate => ({ ...mate, isPrimary: false }))],
  })
  return made.id
}

/** Asks about the one person who most likely lives with someone new: they share an address or number, and no household. */
export async function suggestHousehold(ctx: Ctx, personId: string): Promise<void> {
  const person = await personById(ctx, personId)
  const points = [person.email, person.phone].filter(value => value !== null)
  const near = (await sharing(ctx, points)).filter(one => one.person.id !== personId)
  if (near.length === 0 || near.length > CROWD) return
  const homes = new Set((await householdsOf(ctx, personId)).flatMap(home => home.members.map(one => one.personId)))
  const sameName = (one: (typeof near)[number]) =>
    Number(one.person.lastName.toLowerCase() === person.lastName.toLowerCase())
  const [best] = near.filter(one => !homes.has(one.person.id)).sort((a, b) => sameName(b) - sameName(a))
  if (!best || near.some(one => homes.has(one.person.id))) return
  const shared = new Set(best.points.filter(point => points.includes(point.valueNorm)).map(point => point.kind))
  const shares = shared.size > 1 ? 'both' : shared.has('email') ? 'email' : 'phone'
  const [low, high] = [personId, best.person.id]
  await ctx.db.execute(sql`
    insert into household_suggestions (person_id, other_id, shares)
    select ${low}::uuid, ${high}::uuid, ${shares} where not exists
      (select from household_suggestions where person_id = ${high} and other_id = ${low})
    on conflict do nothing`)
  announce(ctx, 'people', personId)
}
