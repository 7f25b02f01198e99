import { and, asc, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { knownCourses } from '#courses/service/list.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { groupMembers, groups, people } from '#people/tables.ts'
import { isLapsed } from '../rules/training.ts'
import { servingAssignments, servingRoles } from '../tables.ts'
import type { NewRole, RoleChange, ServingPerson, ServingRole, ServingRow } from './contract.ts'
import { certifiedOf, type Required, requiredOf, trainingsOn } from './service/trainings.ts'

const TOPIC = 'pathways'
const MOST_PEOPLE = 1_000
type RoleRecord = typeof servingRoles.$inferSelect
interface Selected {
  role: RoleRecord
  group: string | null
}

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({ role: servingRoles, group: groups.name })
    .from(servingRoles)
    .leftJoin(groups, and(eq(groups.clientId, servingRoles.clientId), eq(groups.id, servingRoles.groupId)))
    .where(where)

/** The group of the role, and everyone who is assigned to an event that is still to come. */
async function peopleOf(ctx: Ctx, { id, groupId }: RoleRecord): Promise<{ id: string; name: string }[]> {
  const inGroup = groupId
    ? sql`people.id in (select m.person_id from ${groupMembers} m where m.client_id = people.client_id and m.group_id = ${groupId}) or`
    : sql``
  return ctx.db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(
      and(
        isNull(people.deletedAt),
        sql`(${inGroup} people.id in (select a.person_id from serving_assignments a
          join appointments e on e.client_id = a.client_id and e.id = a.appointment_id
          where a.client_id = people.client_id and a.role_id = ${id} and e.ends_at > ${clock.now().toISOString()}::timestamptz))`,
      ),
    )
    .orderBy(asc(sql`lower(${people.name})`), asc(people.id))
    .limit(MOST_PEOPLE)
}

async function trainedPeople(ctx: Ctx, role: RoleRecord, required: readonly Required[]): Promise<ServingPerson[]> {
  const them = await peopleOf(ctx, role)
  const certified = await certifiedOf(
    ctx,
    them.map(({ id }) => id),
    required.map(({ id }) => id),
  )
  const today = localDay(clock.now(), ctx.client.timeZone)
  return them.map(({ id, name }) => {
    const trainings = trainingsOn(certified, required, id, today)
    return { personId: id, name, trainings, isReady: !trainings.some(isLapsed) }
  })
}

async function toRole(ctx: Ctx, { role, group }: Selected): Promise<ServingRole> {
  const required = await requiredOf(ctx, role.courseIds)
  const people = await trainedPeople(ctx, role, required)
  const { id, name, description, version } = role
  return {
    id,
    name,
    description,
    version,
    groupId: group === null ? null : role.groupId,
    group: group ?? '',
    trainings: required,
    people,
    ready: people.filter(({ isReady }) => isReady).length,
  }
}

const toRow = async (ctx: Ctx, selected: Selected): Promise<ServingRow> => {
  const role = await toRole(ctx, selected)
  return { ...role, people: role.people.length }
}

interface RoleFilter {
  search?: string | undefined
  cursor?: string | undefined
  limit: number
}
export async function list(ctx: Ctx, { search, cursor, limit }: RoleFilter) {
  const offset = pageStart(cursor, 10_000)
  const where = search ? ilike(servingRoles.name, containing(search)) : undefined
  const rows = await select(ctx, where)
    .orderBy(asc(sql`lower(${servingRoles.name})`), asc(servingRoles.id))
    .limit(limit)
    .offset(offset)
  const items: ServingRow[] = []
  for (const row of rows) items.push(await toRow(ctx, row))
  return {
    items,
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: await ctx.db.$count(servingRoles, where),
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<ServingRole> {
  const [row] = await select(ctx, eq(servingRoles.id, id))
  return toRole(ctx, found(row, 'Serving role'))
}

async function requireReferences(ctx: Ctx, { groupId, courseIds }: Partial<NewRole>, kept: readonly string[] = []) {
  if (groupId && (await ctx.db.$count(groups, eq(groups.id, groupId))) === 0)
    throw invalid('groupId', 'This group no longer exists')
  const fresh = [...new Set(courseIds ?? [])].filter(id => !kept.includes(id))
  if ((await knownCourses(ctx, fresh)).size < fresh.length)
    throw invalid('courseIds', 'One of these trainings no longer exists')
}

export async function create(ctx: Ctx, input: NewRole): Promise<ServingRole> {
  await requireReferences(ctx, input)
  const [row] = await ctx.db
    .insert(servingRoles)
    .values({ ...input, courseIds: [...new Set(input.courseIds)] })
    .returning({ id: servingRoles.id })
  announce(ctx, TOPIC, row!.id)
  return get(ctx, { id: row!.id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: RoleChange): Promise<ServingRole> {
  const [before] = await ctx.db.select().from(servingRoles).where(eq(servingRoles.id, id))
  await requireReferences(ctx, changes, found(before, 'Serving role').courseIds)
  if (isNoChange(changes)) return get(ctx, { id })
  const [row] = await ctx.db
    .update(servingRoles)
    .set({
      ...changes,
      version: version + 1,
      ...(changes.courseIds && { courseIds: [...new Set(changes.courseIds)] }),
    })
    .where(and(eq(servingRoles.id, id), eq(servingRoles.version, version)))
    .returning({ id: servingRoles.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.delete(servingRoles).where(eq(servingRoles.id, id)).returning({ id: servingRoles.id })
  found(row, 'Serving role')
  announce(ctx, TOPIC, id)
  return {}
}

/** Upcoming assignments of someone, in roles that ask for a training. */
export const upcomingWith = (ctx: Ctx, personId: string, courseId: string) =>
  ctx.db
    .select({ roleId: servingAssignments.roleId, appointmentId: servingAssignments.appointmentId })
    .from(servingAssignments)
    .innerJoin(
      servingRoles,
      and(eq(servingRoles.clientId, servingAssignments.clientId), eq(servingRoles.id, servingAssignments.roleId)),
    )
    .where(
      and(
        eq(servingAssignments.personId, personId),
        sql`${courseId} = any(${servingRoles.courseIds})`,
        inArray(
          servingAssignments.appointmentId,
          sql`(select e.id from appointments e where e.starts_at > ${clock.now().toISOString()}::timestamptz
            and e.status in ('pending', 'confirmed'))`,
        ),
      ),
    )
