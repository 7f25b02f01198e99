import { and, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { people } from '#people/tables.ts'
import type { PortalPerson } from '../contract.ts'
import { portalSessions } from '../tables.ts'
import { portalActor } from './church.ts'

/** Themselves and their children, as row policies limit the table to. */
const familyOf = (ctx: Ctx, personId: string) =>
  ctx.db
    .select({ id: people.id, name: people.name })
    .from(people)
    .orderBy(sql`${people.id} <> ${personId}`, people.name)

export async function me(ctx: Ctx): Promise<PortalPerson> {
  const { personId, forId } = portalActor(ctx)
  const family = await familyOf(ctx, personId)
  const { name } = found(
    family.find(({ id }) => id === personId),
    'Person',
  )
  return { id: personId, name, forId, family }
}

/** @throws NOT_FOUND for everyone but themselves and their children */
export async function switchPerson(ctx: Ctx, { personId: wanted }: { personId: string }): Promise<PortalPerson> {
  const actor = portalActor(ctx)
  const family = await familyOf(ctx, actor.personId)
  const { id } = found(
    family.find(one => one.id === wanted),
    'Person',
  )
  await ctx.db
    .update(portalSessions)
    .set({ actingPersonId: id === actor.personId ? null : id })
    .where(eq(portalSessions.id, actor.sessionId))
  ctx.actor = { ...actor, forId: id }
  return me(ctx)
}

export async function signOut(ctx: Ctx, { everywhere }: { everywhere: boolean }) {
  const { personId, sessionId } = portalActor(ctx)
  const which = everywhere ? eq(portalSessions.personId, personId) : eq(portalSessions.id, sessionId)
  await ctx.db
    .update(portalSessions)
    .set({ endedAt: clock.now() })
    .where(and(which, isNull(portalSessions.endedAt)))
  return {}
}
