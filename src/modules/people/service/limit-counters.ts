import { and, countDistinct, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { contactPoints, people } from '../tables.ts'

/** What plans count as contacts. */
export const countContacts = (ctx: Ctx): Promise<number> => ctx.db.$count(people, isNull(people.deletedAt))

/** What plans count as email contacts: two people with one address are one. */
export async function countEmailContacts(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db
    .select({ n: countDistinct(contactPoints.value) })
    .from(contactPoints)
    .innerJoin(people, and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId)))
    .where(and(eq(contactPoints.kind, 'email'), isNull(people.deletedAt)))
  return row!.n
}
