import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { courses } from '#courses/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { certificates } from '#learning/tables.ts'
import { people } from '#people/tables.ts'
import { isLapsed, trainingState } from '../../rules/training.ts'
import { servingRoles } from '../../tables.ts'
import type { Training } from '../contract.ts'

/** `personId courseId` → the last day of the newest certificate that is not revoked. */
export type Certified = Map<string, { expiresOn: string | null }>
const keyOf = (personId: string, courseId: string) => `${personId} ${courseId}`

export async function certifiedOf(
  ctx: Ctx,
  personIds: readonly string[],
  courseIds: readonly string[],
): Promise<Certified> {
  if (personIds.length === 0 || courseIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectDistinctOn([certificates.personId, certificates.courseId], {
      personId: certificates.personId,
      courseId: certificates.courseId,
      expiresOn: certificates.expiresOn,
    })
    .from(certificates)
    .where(
      and(
        inArray(certificates.personId, [...personIds]),
        inArray(certificates.courseId, [...courseIds]),
        isNull(certificates.revokedAt),
      ),
    )
    .orderBy(certificates.personId, certificates.courseId, desc(certificates.id))
  return new Map(rows.map(({ personId, courseId, expiresOn }) => [keyOf(personId, courseId), { expiresOn }]))
}

export interface Required {
  id: string
  title: string
}

/** By title; a course that was deleted for good asks for nothing any more. */
export async function requiredOf(ctx: Ctx, courseIds: readonly string[]): Promise<Required[]> {
  if (courseIds.length === 0) return []
  return ctx.db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.id, [...courseIds]))
    .orderBy(asc(courses.title))
}

/** Where someone stands in each of these trainings on a day. */
export const trainingsOn = (
  certified: Certified,
  required: readonly Required[],
  personId: string,
  day: string,
): Training[] =>
  required.map(({ id, title }) => ({
    courseId: id,
    title,
    ...trainingState(certified.get(keyOf(personId, id)), day),
  }))

export interface Lapsed {
  personId: string
  name: string
  courseId: string
  title: string
  state: 'missing' | 'expired'
  /** The last day on which it was valid; null: never done. */
  until: string | null
}

interface Asked {
  /** One role, or all roles of a group. */
  roleId?: string
  groupId?: string
  personIds: readonly string[]
  /** By the church’s clocks, "2026-12-31". */
  day: string
}

/** Trainings that these people lack on a day for a role, or for what a group does. Empty: they may all serve. */
export async function lapsedTrainings(ctx: Ctx, { roleId, groupId, personIds, day }: Asked): Promise<Lapsed[]> {
  if (!roleId && !groupId) return []
  const roles = await ctx.db
    .select({ courseIds: servingRoles.courseIds })
    .from(servingRoles)
    .where(roleId ? eq(servingRoles.id, roleId) : eq(servingRoles.groupId, groupId!))
  const required = await requiredOf(ctx, [...new Set(roles.flatMap(({ courseIds }) => courseIds))])
  if (required.length === 0 || personIds.length === 0) return []
  const certified = await certifiedOf(
    ctx,
    personIds,
    required.map(({ id }) => id),
  )
  const them = await ctx.db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, [...personIds]))
    .orderBy(asc(people.name))
  return them.flatMap(({ id: personId, name }) =>
    trainingsOn(certified, required, personId, day)
      .filter(isLapsed)
      .map(({ courseId, title, state, until }) => ({
        personId,
        name,
        courseId,
        title,
        until,
        state: state as Lapsed['state'],
      })),
  )
}
