import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { durationWords } from '#courses/rules/outline.ts'
import { courses } from '#courses/tables.ts'
import { Id } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { ShownBlock } from '#public-page/rules/blocks.ts'
import { churchSlug } from '#videos/service/church.ts'
import { sitePath } from '../rules/pages.ts'
import { membershipSites, siteCourses } from '../tables.ts'

/** What the form of the block kept; anything else is as if nothing were chosen yet. */
const Chosen = z.object({ siteId: Id.nullable().catch(null), courseId: Id.nullable().catch(null) })

const gone = '<p class="quiet">This course is not open at the moment.</p>'
const problem = (message: string): ShownBlock => ({ html: gone, problem: { message, isBlocking: true } })

/** A course of a site, or the whole site, with the way in. */
export async function renderCourseBlock(ctx: Ctx, value: Record<string, unknown>): Promise<ShownBlock> {
  const { siteId, courseId } = Chosen.parse(value)
  if (!siteId) return problem('choose a membership site')
  const [site] = await ctx.db
    .select()
    .from(membershipSites)
    .where(and(eq(membershipSites.id, siteId), isNull(membershipSites.deletedAt)))
  if (site?.state !== 'active') return problem('this membership site is not published')
  const church = await churchSlug(ctx)
  if (!courseId) return { html: cardOf({ ...site, title: site.name, facts: '' }, sitePath(church, site.slug)) }
  const [course] = await ctx.db
    .select({ course: courses })
    .from(siteCourses)
    .innerJoin(courses, and(eq(courses.clientId, siteCourses.clientId), eq(courses.id, siteCourses.courseId)))
    .where(and(eq(siteCourses.siteId, siteId), eq(siteCourses.courseId, courseId), isNull(courses.deletedAt)))
  if (course?.course.state !== 'published') return problem('this course is not published on that site')
  const { title, description, pictureId, slug, lessonCount, minutes } = course.course
  const facts = `${lessonCount === 1 ? '1 lesson' : `${lessonCount} lessons`} · ${durationWords(minutes)}`
  return { html: cardOf({ title, description, pictureId, facts }, sitePath(church, site.slug, slug)) }
}

interface Card {
  title: string
  description: string
  pictureId: string | null
  facts: string
}
const cardOf = ({ title, description, pictureId, facts }: Card, path: string) =>
  [
    pictureId &&
      `<p><img src="/storage/v1/pictures/${e(pictureId)}" alt="" width="640" height="360" loading="lazy"></p>`,
    `<h2>${e(title)}</h2>`,
    facts && `<p class="quiet">${e(facts)}</p>`,
    description && `<p>${e(description)}</p>`,
    `<p><a class="button" href="${e(path)}">Join the course</a></p>`,
  ]
    .filter(Boolean)
    .join('')

/** Sites that show a course, asked before it is deleted. */
export async function listCourseUses(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'course') return []
  const rows = await ctx.db
    .select({ id: membershipSites.id, name: membershipSites.name })
    .from(siteCourses)
    .innerJoin(
      membershipSites,
      and(eq(membershipSites.clientId, siteCourses.clientId), eq(membershipSites.id, siteCourses.siteId)),
    )
    .where(and(eq(siteCourses.courseId, id), isNull(membershipSites.deletedAt)))
    .limit(20)
  return rows.map(site => ({ label: `the site “${site.name}”`, href: `/membership/sites/${site.id}` }))
}
