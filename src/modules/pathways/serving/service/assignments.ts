import { and, asc, desc, eq, gt, ilike, inArray, isNull, type SQL } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { appointments } from '#calendar/tables.ts'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { notify } from '#notifications/service.ts'
import { people } from '#people/tables.ts'
import { editorsOf } from '../../people/service/sign-offs.ts'
import { isLapsed } from '../../rules/training.ts'
import { servingAssignments, servingRoles } from '../../tables.ts'
import type { Assign, AssignmentFilter, ServingAssignment } from '../contract.ts'
import { upcomingWith } from '../service.ts'
import { certifiedOf, type Lapsed, lapsedTrainings, requiredOf, trainingsOn } from './trainings.ts'

const TOPIC = 'pathways'
const LIVE = ['pending', 'confirmed'] as const
const isLive = inArray(appointments.status, [...LIVE])

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({
      id: servingAssignments.id,
      roleId: servingAssignments.roleId,
      role: servingRoles.name,
      courseIds: servingRoles.courseIds,
      appointmentId: appointments.id,
      event: appointments.title,
      startsAt: appointments.startsAt,
      personId: people.id,
      name: people.name,
    })
    .from(servingAssignments)
    .innerJoin(
      servingRoles,
      and(eq(servingRoles.clientId, servingAssignments.clientId), eq(servingRoles.id, servingAssignments.roleId)),
    )
    .innerJoin(
      appointments,
      and(
        eq(appointments.clientId, servingAssignments.clientId),
        eq(appointments.id, servingAssignments.appointmentId),
      ),
    )
    .innerJoin(
      people,
      and(eq(people.clientId, servingAssignments.clientId), eq(people.id, servingAssignments.personId)),
    )
    .where(and(isNull(people.deletedAt), where))
type Selected = Awaited<ReturnType<typeof select>>[number]

/** Whether the trainings hold is worked out when it is asked for, never stored. */
async function present(ctx: Ctx, rows: readonly Selected[]): Promise<ServingAssignment[]> {
  const required = await requiredOf(ctx, [...new Set(rows.flatMap(({ courseIds }) => courseIds))])
  const personIds = [...new Set(rows.map(({ personId }) => personId))]
  const certified = await certifiedOf(
    ctx,
    personIds,
    required.map(({ id }) => id),
  )
  return rows.map(({ courseIds, ...row }) => {
    const asked = required.filter(({ id }) => courseIds.includes(id))
    const day = localDay(row.startsAt, ctx.client.timeZone)
    const lapsed = trainingsOn(certified, asked, row.personId, day).filter(isLapsed)
    return { ...row, lapsed, isBlocked: lapsed.length > 0 }
  })
}

export async function list(ctx: Ctx, { roleId, appointmentId, personId, past, cursor, limit }: AssignmentFilter) {
  const offset = pageStart(cursor, 10_000)
  const where = and(
    roleId ? eq(servingAssignments.roleId, roleId) : undefined,
    appointmentId ? eq(servingAssignments.appointmentId, appointmentId) : undefined,
    personId ? eq(servingAssignments.personId, personId) : undefined,
    past ? undefined : and(gt(appointments.endsAt, clock.now()), isLive),
  )
  const rows = await select(ctx, where)
    .orderBy(
      past ? desc(appointments.startsAt) : asc(appointments.startsAt),
      asc(people.name),
      asc(servingAssignments.id),
    )
    .limit(limit)
    .offset(offset)
  return { items: await present(ctx, rows), nextCursor: rows.length === limit ? String(offset + limit) : null }
}

/** Services and events of everyone; a confidential appointment has no roster. */
export async function events(
  ctx: Ctx,
  { search, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const offset = pageStart(cursor, 10_000)
  const items = await ctx.db
    .select({ id: appointments.id, title: appointments.title, startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.kind, 'event'),
        gt(appointments.endsAt, clock.now()),
        isLive,
        eq(appointments.isConfidential, false),
        search ? ilike(appointments.title, containing(search)) : undefined,
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(limit)
    .offset(offset)
  return { items, nextCursor: items.length === limit ? String(offset + limit) : null }
}

async function requireEvent(ctx: Ctx, id: string): Promise<Date> {
  const [event] = await ctx.db
    .select({ startsAt: appointments.startsAt, status: appointments.status })
    .from(appointments)
    .where(and(eq(appointments.id, id), eq(appointments.isConfidential, false)))
  if (!event) throw invalid('appointmentId', 'This event no longer exists')
  if (event.status === 'cancelled') throw invalid('appointmentId', 'This event was canceled')
  return event.startsAt
}

async function requirePerson(ctx: Ctx, id: string): Promise<void> {
  if ((await ctx.db.$count(people, and(eq(people.id, id), isNull(people.deletedAt)))) === 0)
    throw invalid('personId', 'This person no longer exists')
}

/** "Ann Miller can’t serve on Mar 8, 2027: Child safety expired on Mar 1, 2027." */
function refusalOf(ctx: Ctx, { name, title, state, until }: Lapsed, day: string): string {
  const words = (one: string) => DateTime.fromISO(one, { locale: ctx.client.locale }).toLocaleString(DateTime.DATE_MED)
  const ends = until !== null && until < localDay(clock.now(), ctx.client.timeZone) ? 'expired' : 'expires'
  const lacks = state === 'missing' ? `the training “${title}” is missing` : `“${title}” ${ends} on ${words(until!)}`
  return `${name} can’t serve on ${words(day)}: ${lacks}.`
}

/** Assigned twice it is assigned once. */
export async function assign(ctx: Ctx, { roleId, appointmentId, personId }: Assign): Promise<ServingAssignment> {
  if ((await ctx.db.$count(servingRoles, eq(servingRoles.id, roleId))) === 0)
    throw invalid('roleId', 'This serving role no longer exists')
  const day = localDay(await requireEvent(ctx, appointmentId), ctx.client.timeZone)
  await requirePerson(ctx, personId)
  const [lapsed] = await lapsedTrainings(ctx, { roleId, personIds: [personId], day })
  if (lapsed) {
    const { courseId, until } = lapsed
    throw new Failure('TRAINING_LAPSED', refusalOf(ctx, lapsed, day), { data: { personId, courseId, until } })
  }
  const values = { roleId, appointmentId, personId }
  await ctx.db.insert(servingAssignments).values(values).onConflictDoNothing()
  announce(ctx, TOPIC, roleId)
  const where = and(
    eq(servingAssignments.roleId, roleId),
    eq(servingAssignments.appointmentId, appointmentId),
    eq(servingAssignments.personId, personId),
  )
  const [made] = await present(ctx, await select(ctx, where))
  return found(made, 'Assignment')
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .delete(servingAssignments)
    .where(eq(servingAssignments.id, id))
    .returning({ roleId: servingAssignments.roleId })
  announce(ctx, TOPIC, found(row, 'Assignment').roleId)
  return {}
}

interface Expired {
  personId: string
  courseId: string
  certificateId: string
}

/** Members who may change pathways hear that someone’s upcoming assignments are not covered any more. */
export async function reportExpired(ctx: Ctx, { personId, courseId, certificateId }: Expired): Promise<void> {
  const rows = await upcomingWith(ctx, personId, courseId)
  if (rows.length === 0) return
  const [person] = await ctx.db.select({ name: people.name }).from(people).where(eq(people.id, personId))
  const [course] = await requiredOf(ctx, [courseId])
  if (!person || !course) return
  const count = new Set(rows.map(({ appointmentId }) => appointmentId)).size
  await notify(ctx, await editorsOf(ctx), {
    type: 'training-lapsed',
    title: `A training of ${person.name} has expired`,
    body: `“${course.title}” is required for ${count === 1 ? 'an upcoming event' : `${count} upcoming events`} to which they are assigned.`,
    href: '/membership/serving',
    dedupeKey: `training-lapsed:${certificateId}`,
  })
  for (const roleId of new Set(rows.map(one => one.roleId))) announce(ctx, TOPIC, roleId)
}
