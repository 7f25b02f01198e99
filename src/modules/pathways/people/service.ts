import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import { revokeAccess } from '#courses/enrollments/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { people } from '#people/tables.ts'
import { pathwayJoined } from '../events.ts'
import type { PeopleFilter as StateFilter } from '../rules/states.ts'
import { progressOf, type StepOf } from '../service/progress.ts'
import { rowOf, type ShownStep, stepsOf } from '../service.ts'
import { pathwayPeople, pathways } from '../tables.ts'
import type { AddPeople, PathwayPerson, PeopleFilter, StepProgress } from './contract.ts'
import { advance } from './service/advance.ts'

const TOPIC = 'pathways'
const MOST_ROWS = 10_000
export type OnPathway = typeof pathwayPeople.$inferSelect

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({ row: pathwayPeople, name: people.name, pathway: pathways.name, mentor: users.name })
    .from(pathwayPeople)
    .innerJoin(people, and(eq(people.clientId, pathwayPeople.clientId), eq(people.id, pathwayPeople.personId)))
    .innerJoin(pathways, and(eq(pathways.clientId, pathwayPeople.clientId), eq(pathways.id, pathwayPeople.pathwayId)))
    .leftJoin(users, eq(users.id, pathwayPeople.mentorId))
    .where(and(isNull(pathwayPeople.endedAt), isNull(people.deletedAt), isNull(pathways.deletedAt), where))

type Selected = Awaited<ReturnType<typeof select>>[number]

const toStep = ({ step, state, signoff }: StepOf<ShownStep>): StepProgress => ({
  id: step.id,
  title: step.title,
  kind: step.kind,
  courseId: step.courseId,
  state,
  requestedAt: signoff?.requestedAt ?? null,
  signedAt: signoff?.signedAt ?? null,
  signedName: signoff?.signedName ?? '',
  note: signoff?.note ?? '',
})

function toPerson({ row, name, pathway, mentor }: Selected, steps: readonly StepOf<ShownStep>[]): PathwayPerson {
  const { id, pathwayId, personId, mentorId, startedAt, completedAt } = row
  return {
    id,
    pathwayId,
    pathway,
    personId,
    name,
    mentorId,
    mentor: mentor ?? '',
    startedAt,
    completedAt,
    done: steps.filter(({ state }) => state === 'done').length,
    total: steps.length,
    steps: steps.map(toStep),
  }
}

async function present(ctx: Ctx, rows: readonly Selected[]): Promise<PathwayPerson[]> {
  const shown = new Map<string, PathwayPerson>()
  for (const pathwayId of new Set(rows.map(({ row }) => row.pathwayId))) {
    const own = rows.filter(({ row }) => row.pathwayId === pathwayId)
    const progress = await progressOf(
      ctx,
      await stepsOf(ctx, pathwayId),
      own.map(({ row }) => row),
    )
    for (const one of own) shown.set(one.row.id, toPerson(one, progress.get(one.row.id)!))
  }
  return rows.map(({ row }) => shown.get(row.id)!)
}

const states: Record<StateFilter, SQL | undefined> = {
  all: undefined,
  waiting: sql`exists (select from pathway_signoffs f join pathway_steps s on s.client_id = f.client_id and s.id = f.step_id
    and s.removed_at is null where f.client_id = pathway_people.client_id and f.person_id = pathway_people.person_id
    and s.pathway_id = pathway_people.pathway_id
    and f.state = 'requested')`,
  progress: isNull(pathwayPeople.completedAt),
  done: isNotNull(pathwayPeople.completedAt),
}

export async function list(ctx: Ctx, { pathwayId, search, state, cursor, limit }: PeopleFilter) {
  await rowOf(ctx, pathwayId)
  const offset = pageStart(cursor, MOST_ROWS)
  const where = and(
    eq(pathwayPeople.pathwayId, pathwayId),
    states[state],
    search ? ilike(people.name, containing(search)) : undefined,
  )
  const rows = await select(ctx, where).orderBy(desc(pathwayPeople.id)).limit(limit).offset(offset)
  const [all] = await ctx.db
    .select({ total: count() })
    .from(pathwayPeople)
    .innerJoin(people, and(eq(people.clientId, pathwayPeople.clientId), eq(people.id, pathwayPeople.personId)))
    .where(and(isNull(pathwayPeople.endedAt), isNull(people.deletedAt), where))
  return {
    items: await present(ctx, rows),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: all!.total,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<PathwayPerson> {
  const rows = await select(ctx, eq(pathwayPeople.id, id))
  const [one] = await present(ctx, rows)
  return found(one, 'Person on this pathway')
}

/** The pathways of someone, in the order in which they began. */
export async function pathwaysOf(ctx: Ctx, personId: string): Promise<PathwayPerson[]> {
  const rows = await select(ctx, eq(pathwayPeople.personId, personId)).orderBy(asc(pathwayPeople.id)).limit(100)
  return present(ctx, rows)
}

export const ofPerson = async (ctx: Ctx, { personId }: { personId: string }) => ({
  items: await pathwaysOf(ctx, personId),
})

async function requirePeople(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(inArray(people.id, [...ids]), isNull(people.deletedAt)))
  if (rows.length < ids.length) throw invalid('personIds', 'One of these people no longer exists')
}

export async function add(ctx: Ctx, { pathwayId, personIds, mentorId }: AddPeople) {
  const pathway = await rowOf(ctx, pathwayId)
  if (pathway.state !== 'active') throw new Failure('CONFLICT', 'Publish this pathway before you add people.')
  await requireMember(ctx, mentorId, 'mentorId')
  const ids = [...new Set(personIds)]
  await requirePeople(ctx, ids)
  const added = await join(ctx, pathway, ids, mentorId)
  return { added: added.length, known: ids.length - added.length }
}

/** Puts people on a pathway whose ids were checked. Two who add the same person at once add them once. */
export async function join(
  ctx: Ctx,
  { id: pathwayId, name }: { id: string; name: string },
  personIds: readonly string[],
  mentorId: string | null,
): Promise<OnPathway[]> {
  const at = clock.now()
  const rows = await ctx.db
    .insert(pathwayPeople)
    .values(personIds.map(personId => ({ pathwayId, personId, mentorId, startedAt: at })))
    .onConflictDoNothing()
    .returning()
  await addToTimeline(
    ctx,
    rows.map(({ id, personId }) => ({
      personId,
      at,
      type: 'pathway.joined',
      userId: userOf(ctx),
      data: { pathwayId, pathway: name },
      sourceKey: `pathway-joined:${id}`,
    })),
  )
  for (const { id, personId } of rows) {
    await emit(ctx, pathwayJoined, { pathwayPersonId: id, pathwayId, personId, at })
    await advance(ctx, id)
  }
  announce(ctx, TOPIC, pathwayId)
  return rows
}

export async function setMentor(ctx: Ctx, { id, mentorId }: { id: string; mentorId: string | null }) {
  const { pathwayId } = await get(ctx, { id })
  await requireMember(ctx, mentorId, 'mentorId')
  await ctx.db.update(pathwayPeople).set({ mentorId }).where(eq(pathwayPeople.id, id))
  announce(ctx, TOPIC, pathwayId)
  return get(ctx, { id })
}

/** Access to courses that came by the pathway ends, except for people who completed it. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  const { pathwayId, personId, completedAt } = await get(ctx, { id })
  const [ended] = await ctx.db
    .update(pathwayPeople)
    .set({ endedAt: clock.now() })
    .where(and(eq(pathwayPeople.id, id), isNull(pathwayPeople.endedAt)))
    .returning({ id: pathwayPeople.id })
  if (ended && !completedAt)
    await revokeAccess(ctx, { personId, kind: 'pathway', source: pathwayId, reason: 'Removed from the pathway' })
  announce(ctx, TOPIC, pathwayId)
  return {}
}
