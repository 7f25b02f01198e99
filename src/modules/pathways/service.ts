import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { knownCourses } from '#courses/service/list.ts'
import { courses } from '#courses/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { EditedStep, NewPathway, Pathway, PathwayChange } from './contract.ts'
import { KEPT_DAYS } from './rules/states.ts'
import { peopleByStep } from './service/counts.ts'
import { selectPathways, toRow } from './service/list.ts'
import { pathwaySteps, pathways } from './tables.ts'
import { advancePathway } from './tasks.ts'

export type PathwayRecord = typeof pathways.$inferSelect
const TOPIC = 'pathways'

/** One that is not in the trash. */
export async function rowOf(ctx: Ctx, id: string): Promise<PathwayRecord> {
  const [row] = await ctx.db
    .select()
    .from(pathways)
    .where(and(eq(pathways.id, id), isNull(pathways.deletedAt)))
  return found(row, 'Pathway')
}

/** The steps of a pathway, in order, as they are shown. */
export async function stepsOf(ctx: Ctx, pathwayId: string) {
  const rows = await ctx.db
    .select({ step: pathwaySteps, course: courses.title, state: courses.state, deletedAt: courses.deletedAt })
    .from(pathwaySteps)
    .leftJoin(courses, and(eq(courses.clientId, pathwaySteps.clientId), eq(courses.id, pathwaySteps.courseId)))
    .where(and(eq(pathwaySteps.pathwayId, pathwayId), isNull(pathwaySteps.removedAt)))
    .orderBy(asc(pathwaySteps.position), asc(pathwaySteps.id))
  return rows.map(({ step, course, state, deletedAt }) => ({
    ...step,
    title: step.kind === 'course' ? (course ?? '') : step.title,
    isClosed: step.kind === 'course' && (state !== 'published' || deletedAt !== null),
  }))
}
export type ShownStep = Awaited<ReturnType<typeof stepsOf>>[number]

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Pathway> {
  const [row] = await selectPathways(ctx, and(eq(pathways.id, id), isNull(pathways.deletedAt)))
  const selected = found(row, 'Pathway')
  const steps = await stepsOf(ctx, id)
  const counts = await peopleByStep(ctx, id, steps)
  const nobody = { next: 0, waiting: 0, done: 0 }
  return {
    ...toRow(selected),
    steps: steps.map(({ id, kind, title, description, courseId, isClosed }) => ({
      id,
      kind,
      title,
      description,
      courseId,
      isClosed,
      people: counts.get(id) ?? nobody,
    })),
    problems: problemsOf(steps),
    version: selected.pathway.version,
  }
}

function problemsOf(steps: readonly ShownStep[]): string[] {
  return [
    ...(steps.length === 0 ? ['Add a step.'] : []),
    ...steps.flatMap(({ kind, title, isClosed }, at) => {
      if (isClosed) return [`Publish the course of step ${at + 1}${title ? `, “${title}”` : ''}.`]
      return kind === 'real_life' && !title ? [`Enter a title for step ${at + 1}.`] : []
    }),
  ]
}

/** Two that take a free name at once would both find it free. */
async function freeSlug(ctx: Ctx, name: string): Promise<string> {
  await advisoryLock(ctx.db, `pathway slugs ${ctx.client.id}`)
  const named = slugOf(name)
  const base = named === 'account' ? 'pathway' : named
  const rows = await ctx.db.select({ slug: pathways.slug }).from(pathways)
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let n = 2; n < 100; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
  return `${base}-${randomBytes(4).toString('hex')}`
}

export async function create(ctx: Ctx, { name, description, steps }: NewPathway): Promise<Pathway> {
  const [row] = await ctx.db
    .insert(pathways)
    .values({ name, description, slug: await freeSlug(ctx, name), createdBy: userOf(ctx) })
    .returning({ id: pathways.id })
  await setSteps(ctx, row!.id, steps)
  announce(ctx, TOPIC, row!.id)
  return get(ctx, { id: row!.id })
}

export async function update(ctx: Ctx, { id, version, steps, ...changes }: PathwayChange): Promise<Pathway> {
  await rowOf(ctx, id)
  if (isNoChange(changes) && !steps) return get(ctx, { id })
  const [row] = await ctx.db
    .update(pathways)
    .set({ ...changes, version: version + 1 })
    // Of two who edit at once, the second is told, and nothing is overwritten.
    .where(and(eq(pathways.id, id), eq(pathways.version, version), isNull(pathways.deletedAt)))
    .returning({ id: pathways.id })
  if (!row) throw new Failure('CONFLICT')
  if (steps) {
    await setSteps(ctx, id, steps)
    await enqueue(ctx, advancePathway, { pathwayId: id })
  }
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

async function requireSteps(ctx: Ctx, pathwayId: string, steps: readonly EditedStep[]): Promise<void> {
  const ids = steps.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid('steps', 'A step appears twice')
  const courseIds = steps.flatMap(({ kind, courseId }) => (kind === 'course' ? [courseId] : []))
  const wanted = courseIds.filter(id => id !== null)
  if (wanted.length < courseIds.length) throw invalid('steps', 'Please choose a course for each step that is a course')
  if (new Set(wanted).size < wanted.length) throw invalid('steps', 'A course can be in a pathway once')
  if ((await knownCourses(ctx, wanted)).size < wanted.length) {
    // A course that was deleted after it was added stays until the step is removed.
    const kept = new Set((await stepsOf(ctx, pathwayId)).map(({ courseId }) => courseId))
    const known = await knownCourses(ctx, wanted)
    if (wanted.some(id => !known.has(id) && !kept.has(id)))
      throw invalid('steps', 'One of these courses no longer exists')
  }
  const foreign = ids.length
    ? await ctx.db.select({ pathwayId: pathwaySteps.pathwayId }).from(pathwaySteps).where(inArray(pathwaySteps.id, ids))
    : []
  if (foreign.some(one => one.pathwayId !== pathwayId)) throw invalid('steps', 'A step belongs to another pathway')
}

/** Steps are told apart by their ids, so that sign-offs stay with them. */
async function setSteps(ctx: Ctx, pathwayId: string, steps: readonly EditedStep[]): Promise<void> {
  await requireSteps(ctx, pathwayId, steps)
  const rows = steps.map(({ id, kind, title, description, courseId }, position) => ({
    id,
    pathwayId,
    position,
    kind,
    description,
    title: kind === 'course' ? '' : title,
    courseId: kind === 'course' ? courseId : null,
  }))
  if (rows.length > 0)
    await ctx.db
      .insert(pathwaySteps)
      .values(rows)
      .onConflictDoUpdate({
        target: [pathwaySteps.clientId, pathwaySteps.id],
        set: {
          position: sql`excluded.position`,
          kind: sql`excluded.kind`,
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          courseId: sql`excluded.course_id`,
          removedAt: null,
        },
        setWhere: eq(pathwaySteps.pathwayId, pathwayId),
      })
  await ctx.db
    .update(pathwaySteps)
    .set({ removedAt: clock.now() })
    .where(
      and(
        eq(pathwaySteps.pathwayId, pathwayId),
        isNull(pathwaySteps.removedAt),
        notInArray(
          pathwaySteps.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
}

export async function publish(ctx: Ctx, { id }: { id: string }): Promise<Pathway> {
  const { problems } = await get(ctx, { id })
  if (problems[0]) throw new Failure('CONFLICT', problems[0])
  await enqueue(ctx, advancePathway, { pathwayId: id })
  return setState(ctx, id, 'active')
}
export const archive = (ctx: Ctx, { id }: { id: string }): Promise<Pathway> => setState(ctx, id, 'archived')

async function setState(ctx: Ctx, id: string, state: PathwayRecord['state']): Promise<Pathway> {
  await rowOf(ctx, id)
  await ctx.db.update(pathways).set({ state }).where(eq(pathways.id, id))
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

/** A draft with the same steps; nobody is on it. */
export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Pathway> {
  const { name, description } = await rowOf(ctx, id)
  const steps = (await stepsOf(ctx, id)).map(({ kind, title, description, courseId }) => ({
    id: randomUUID(),
    kind,
    title,
    description,
    courseId,
  }))
  const courseIds = steps.flatMap(({ courseId }) => courseId ?? [])
  const known = await knownCourses(ctx, courseIds)
  const kept = steps.filter(({ courseId }) => courseId === null || known.has(courseId))
  return create(ctx, { name: `${name.slice(0, 110)} (copy)`, description, steps: kept })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  await ctx.db.update(pathways).set({ deletedAt: clock.now() }).where(eq(pathways.id, id))
  announce(ctx, TOPIC, id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Pathway> {
  const [row] = await ctx.db
    .update(pathways)
    .set({ deletedAt: null })
    .where(and(eq(pathways.id, id), gt(pathways.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning({ id: pathways.id })
  found(row, 'Pathway')
  // Courses may have been completed meanwhile.
  await enqueue(ctx, advancePathway, { pathwayId: id })
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

export async function descriptionsOf(ctx: Ctx, stepIds: readonly string[]): Promise<Map<string, string>> {
  const rows = stepIds.length
    ? await ctx.db
        .select({ id: pathwaySteps.id, description: pathwaySteps.description })
        .from(pathwaySteps)
        .where(inArray(pathwaySteps.id, [...stepIds]))
    : []
  return new Map(rows.map(({ id, description }) => [id, description]))
}
