import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { people } from '#people/tables.ts'
import { pathwayPeople } from '../tables.ts'
import { progressOf } from './progress.ts'

interface Counts {
  next: number
  waiting: number
  done: number
}

/** How many people stand where on a pathway, by step. */
export async function peopleByStep(
  ctx: Ctx,
  pathwayId: string,
  steps: readonly { id: string; kind: string; courseId: string | null }[],
): Promise<Map<string, Counts>> {
  const them = await ctx.db
    .select({ id: pathwayPeople.id, personId: pathwayPeople.personId })
    .from(pathwayPeople)
    .innerJoin(people, and(eq(people.clientId, pathwayPeople.clientId), eq(people.id, pathwayPeople.personId)))
    .where(and(eq(pathwayPeople.pathwayId, pathwayId), isNull(pathwayPeople.endedAt), isNull(people.deletedAt)))
  const counts = new Map(steps.map(({ id }) => [id, { next: 0, waiting: 0, done: 0 }]))
  for (const list of (await progressOf(ctx, steps, them)).values())
    for (const { step, state } of list) if (state !== 'later') counts.get(step.id)![state]++
  return counts
}
