import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { grantAccess } from '#courses/enrollments/service.ts'
import { courses } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { people } from '#people/tables.ts'
import { pathwayCompleted } from '../../events.ts'
import { progressOf } from '../../service/progress.ts'
import { stepsOf } from '../../service.ts'
import { pathwayPeople, pathways } from '../../tables.ts'

/**
 * Brings someone to the step that is next: opens its course, or completes the pathway when every step is done. Again it
 * changes nothing.
 */
export async function advance(ctx: Ctx, id: string): Promise<void> {
  // Of two sign-offs at once the second waits here and then counts both, so that the pathway is completed once.
  const [row] = await ctx.db.select().from(pathwayPeople).where(eq(pathwayPeople.id, id)).for('update')
  if (!row || row.endedAt || row.completedAt) return
  const { pathwayId, personId } = row
  const [pathway] = await ctx.db
    .select({ name: pathways.name })
    .from(pathways)
    .where(and(eq(pathways.id, pathwayId), isNull(pathways.deletedAt)))
  if (!pathway || !(await isThere(ctx, personId))) return
  const steps = await stepsOf(ctx, pathwayId)
  const progress = (await progressOf(ctx, steps, [row])).get(id)!
  const next = progress.find(({ state }) => state !== 'done')
  if (next) {
    const { courseId } = next.step
    if (courseId && (await courseExists(ctx, courseId)))
      await grantAccess(ctx, { personId, courseId, kind: 'pathway', source: pathwayId })
    return
  }
  if (steps.length > 0) await complete(ctx, row, pathway.name)
}

async function isThere(ctx: Ctx, personId: string): Promise<boolean> {
  return (await ctx.db.$count(people, and(eq(people.id, personId), isNull(people.deletedAt)))) > 0
}

async function courseExists(ctx: Ctx, courseId: string): Promise<boolean> {
  return (await ctx.db.$count(courses, and(eq(courses.id, courseId), isNull(courses.deletedAt)))) > 0
}

async function complete(ctx: Ctx, row: typeof pathwayPeople.$inferSelect, name: string): Promise<void> {
  const { id, pathwayId, personId, announcedAt } = row
  const at = clock.now()
  await ctx.db
    .update(pathwayPeople)
    .set({ completedAt: at, announcedAt: announcedAt ?? at })
    .where(eq(pathwayPeople.id, id))
  announce(ctx, 'pathways', pathwayId)
  if (announcedAt) return
  await addToTimeline(ctx, [
    {
      personId,
      at,
      type: 'pathway.completed',
      userId: null,
      data: { pathwayId, pathway: name },
      sourceKey: `pathway-completed:${id}`,
    },
  ])
  await emit(ctx, pathwayCompleted, { pathwayPersonId: id, pathwayId, personId, at })
}

/** People who are on a pathway and did not complete it. */
export const openOn = async (ctx: Ctx, pathwayId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: pathwayPeople.id })
    .from(pathwayPeople)
    .where(
      and(eq(pathwayPeople.pathwayId, pathwayId), isNull(pathwayPeople.endedAt), isNull(pathwayPeople.completedAt)),
    )
    .orderBy(asc(pathwayPeople.id))
  return rows.map(({ id }) => id)
}

/** Someone completed a course: on each of their pathways that has it, the next step may open. */
export async function advanceByCourse(ctx: Ctx, { personId, courseId }: { personId: string; courseId: string }) {
  const rows = await ctx.db
    .select({ id: pathwayPeople.id, pathwayId: pathwayPeople.pathwayId })
    .from(pathwayPeople)
    .where(
      and(
        eq(pathwayPeople.personId, personId),
        isNull(pathwayPeople.endedAt),
        sql`exists (select from pathway_steps s where s.client_id = pathway_people.client_id
          and s.pathway_id = pathway_people.pathway_id and s.removed_at is null and s.course_id = ${courseId})`,
      ),
    )
    .orderBy(asc(pathwayPeople.id))
  for (const { id, pathwayId } of rows) {
    await advance(ctx, id)
    announce(ctx, 'pathways', pathwayId)
  }
}
