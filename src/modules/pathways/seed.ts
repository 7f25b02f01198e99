import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { list as listCourses } from '#courses/service/list.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { recordSignOff, requestSignOff } from './people/service/sign-offs.ts'
import { add, get } from './people/service.ts'
import { create, publish } from './service.ts'
import { assign, events } from './serving/service/assignments.ts'
import { create as createRole } from './serving/service.ts'
import { pathwayPeople, pathwaySignoffs } from './tables.ts'

/** The membership class, or another published course. */
async function aCourse(ctx: Ctx): Promise<string | null> {
  const { items } = await listCourses(ctx, { state: ['published'], sort: 'title', limit: 50 })
  return (items.find(({ title }) => title === 'Membership class') ?? items[0])?.id ?? null
}

const realLife = (title: string, description: string) => ({
  id: randomUUID(),
  kind: 'real_life' as const,
  title,
  description,
  courseId: null,
})

const stepsWith = (courseId: string | null) => [
  realLife('Meet a pastor', 'Coffee after the service, or at the office during the week.'),
  courseId
    ? { id: randomUUID(), kind: 'course' as const, title: '', description: '', courseId }
    : realLife('Membership class', 'Two evenings about what we believe and how we live together.'),
  realLife('Be baptized', 'Or tell us when and where you were baptized.'),
  realLife('Serve once with the team', 'Choose a Sunday and come half an hour early.'),
]

/** Someone began so many weeks ago, and asked for a sign-off so many days ago. */
async function since(ctx: Ctx, id: string, personId: string, weeks: number): Promise<void> {
  const startedAt = new Date(clock.ms() - days(7 * weeks))
  await ctx.db.update(pathwayPeople).set({ startedAt }).where(eq(pathwayPeople.id, id))
  await ctx.db
    .update(pathwaySignoffs)
    .set({ requestedAt: new Date(clock.ms() - days(weeks)) })
    .where(and(eq(pathwaySignoffs.personId, personId), eq(pathwaySignoffs.state, 'requested')))
}

/** They met a pastor; where the class is a course, it is open to them now. */
async function meet(ctx: Ctx, id: string, stepId: string, userId: string | null): Promise<void> {
  const at = new Date(clock.ms() - days(5))
  await recordSignOff(ctx, await get(ctx, { id }), {
    stepId,
    userId,
    at,
    note: 'We had coffee after the second service.',
  })
}

/** From a first visit to serving: some wait to be signed off, some go on. */
export async function seedPathways(ctx: Ctx, { userIds, personIds }: Demo): Promise<void> {
  const steps = stepsWith(await aCourse(ctx))
  const name = 'From first visit to serving'
  const made = await create(ctx, { name, description: 'The way from a first visit to a place on a team.', steps })
  await publish(ctx, { id: made.id })
  const them = personIds.slice(20, 29)
  if (them.length === 0) return
  await add(ctx, { pathwayId: made.id, personIds: them, mentorId: null })
  const rows = await ctx.db
    .select({ id: pathwayPeople.id, personId: pathwayPeople.personId })
    .from(pathwayPeople)
    .where(eq(pathwayPeople.pathwayId, made.id))
    .orderBy(asc(pathwayPeople.id))
  const mentorId = userIds[0] ?? null
  for (const [at, { id, personId }] of rows.entries()) {
    if (at % 3 === 0) await ctx.db.update(pathwayPeople).set({ mentorId }).where(eq(pathwayPeople.id, id))
    if (at < 4) await requestSignOff(ctx, { id, stepId: steps[0]!.id })
    else if (at < 8) await meet(ctx, id, steps[0]!.id, mentorId)
    await since(ctx, id, personId, at + 1)
  }
}

/** A role without trainings, with people at the next service. */
export async function seedServing(ctx: Ctx, { personIds }: Demo): Promise<void> {
  const description = 'At the doors half an hour before the service.'
  const { id: roleId } = await createRole(ctx, { name: 'Greeters', description, groupId: null, courseIds: [] })
  const { items } = await events(ctx, { limit: 2 })
  for (const [at, { id: appointmentId }] of items.entries())
    for (const personId of personIds.slice(30 + 2 * at, 32 + 2 * at))
      await assign(ctx, { roleId, appointmentId, personId })
}
