import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { contactPoints, people } from '../tables.ts'

const isKnown = (id: string) => and(eq(people.id, id), isNull(people.deletedAt))

export const hasPerson = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.$count(people, isKnown(id))) > 0

/** Their addresses and numbers, normalized. @throws NOT_FOUND */
export async function valuesOfPerson(ctx: Ctx, personId: string): Promise<string[]> {
  const [person] = await ctx.db.select({ id: people.id }).from(people).where(isKnown(personId))
  found(person, 'Person')
  const rows = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(eq(contactPoints.personId, personId))
  return rows.map(row => row.value)
}

/** Who has that address or number now; of several, the one whose main one it is. */
export async function ownerOfValue(ctx: Ctx, value: string): Promise<string | undefined> {
  const [owner] = await ctx.db
    .select({ id: people.id })
    .from(contactPoints)
    .innerJoin(people, and(eq(people.clientId, contactPoints.clientId), eq(people.id, contactPoints.personId)))
    .where(and(eq(contactPoints.valueNorm, value), isNull(people.deletedAt)))
    .orderBy(desc(contactPoints.isPrimary))
    .limit(1)
  return owner?.id
}
