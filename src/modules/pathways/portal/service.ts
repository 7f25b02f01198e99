import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { courses } from '#courses/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { sitePath } from '#membership/rules/pages.ts'
import { membershipSites, siteCourses } from '#membership/tables.ts'
import type { StepProgress } from '../people/contract.ts'
import { requestSignOff, requireOwn } from '../people/service/sign-offs.ts'
import { pathwaysOf } from '../people/service.ts'
import type { OwnPathway } from '../rules/pages.ts'
import { descriptionsOf } from '../service.ts'

/** Where each of these courses can be taken: on a site that shows it. */
async function addressesOf(ctx: Ctx, church: string, courseIds: readonly string[]): Promise<Map<string, string>> {
  if (courseIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: courses.id, course: courses.slug, site: membershipSites.slug })
    .from(siteCourses)
    .innerJoin(courses, and(eq(courses.clientId, siteCourses.clientId), eq(courses.id, siteCourses.courseId)))
    .innerJoin(
      membershipSites,
      and(eq(membershipSites.clientId, siteCourses.clientId), eq(membershipSites.id, siteCourses.siteId)),
    )
    .where(
      and(
        inArray(courses.id, [...courseIds]),
        isNull(courses.deletedAt),
        eq(courses.state, 'published'),
        isNull(membershipSites.deletedAt),
        ne(membershipSites.state, 'draft'),
      ),
    )
  return new Map(rows.map(({ id, course, site }) => [id, sitePath(church, site, course)]))
}

/** The pathways of a person, as their portal shows them. */
export async function ownPathwaysOf(ctx: Ctx, church: string, personId: string): Promise<OwnPathway[]> {
  const list = await pathwaysOf(ctx, personId)
  const steps = list.flatMap(one => one.steps)
  const addresses = await addressesOf(
    ctx,
    church,
    steps.flatMap(({ courseId }) => courseId ?? []),
  )
  const descriptions = await descriptionsOf(
    ctx,
    steps.map(({ id }) => id),
  )
  const { locale, timeZone } = ctx.client
  const date = (at: Date) => at.toLocaleDateString(locale, { dateStyle: 'medium', timeZone })
  const note = ({ state, signedAt, signedName, requestedAt }: StepProgress) => {
    if (state === 'waiting' && requestedAt) return `Asked on ${date(requestedAt)}`
    if (state !== 'done' || !signedAt) return ''
    return signedName ? `Signed off by ${signedName} on ${date(signedAt)}` : `Signed off on ${date(signedAt)}`
  }
  return list.map(({ id, pathway, completedAt, steps }) => ({
    id,
    name: pathway,
    isCompleted: completedAt !== null,
    steps: steps.map(step => ({
      id: step.id,
      title: step.title,
      kind: step.kind,
      state: step.state,
      note: note(step),
      description: descriptions.get(step.id) ?? '',
      href: step.courseId ? addresses.get(step.courseId) : undefined,
    })),
  }))
}

/** What the button of the page sends. */
export async function askForSignOff(ctx: Ctx, input: { personId: string; id: string; stepId: string }): Promise<void> {
  await requireOwn(ctx, input)
  await requestSignOff(ctx, input)
}
