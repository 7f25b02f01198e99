import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { isValid } from '#courses/enrollments/rules/access.ts'
import { listGrants } from '#courses/enrollments/service.ts'
import { courses } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { decimal } from '#kernel/money.ts'
import { lockText } from '#learning/rules/course-page.ts'
import { certificatePath, findCertificate } from '#learning/service/certificates.ts'
import { coursesOfPerson } from '#learning/service/state.ts'
import { listOfferCourses, listSiteOffers, type OfferRecord } from '../offers/service.ts'
import { priceText } from '../rules/offers.ts'
import { type OwnCourse, type ShownOffer, type SiteCourse, sitePath } from '../rules/pages.ts'
import { isInAudience } from '../service/orders.ts'
import { findOpenSite, listSiteCourses, type SiteRecord } from '../service.ts'
import { membershipSites, siteCourses } from '../tables.ts'

export interface ShownSite {
  site: SiteRecord
  courses: SiteCourse[]
  offers: ShownOffer[]
}

const toShown = (ctx: Ctx, offer: OfferRecord): ShownOffer => {
  const { id, name, description, kind, amount, currency } = offer
  return {
    id,
    name,
    description,
    kind,
    price: priceText(offer, ctx.client.locale),
    suggested: decimal(amount, currency),
  }
}

/** Those that are open to this person, and give them something that they don’t have. */
async function offersFor(ctx: Ctx, site: SiteRecord, personId: string | null, has: ReadonlySet<string>) {
  const shown: ShownOffer[] = []
  for (const offer of await listSiteOffers(ctx, site.id)) {
    if (offer.kind === 'audience' && (!personId || !(await isInAudience(ctx, offer, personId)))) continue
    const gives = await listOfferCourses(ctx, offer)
    if (personId && gives.length > 0 && gives.every(id => has.has(id))) continue
    shown.push(toShown(ctx, offer))
  }
  return shown
}

/** What a site shows: to everyone its published courses, to a learner how far they are. */
export async function readShownSite(ctx: Ctx, slug: string, personId: string | null): Promise<ShownSite> {
  const site = await findOpenSite(ctx, slug)
  const list = (await listSiteCourses(ctx, site.id)).filter(({ state }) => state === 'published')
  const own = personId
    ? await coursesOfPerson(
        ctx,
        personId,
        list.map(({ id }) => id),
      )
    : []
  const percent = new Map(own.map(one => [one.course.id, one.percent]))
  const has = new Set(own.filter(({ access }) => access.isOpen).map(({ course }) => course.id))
  return {
    site,
    courses: list.map(({ lessonCount, ...one }) => ({
      ...one,
      lessons: lessonCount,
      percent: percent.get(one.id) ?? null,
    })),
    // A site in the archive takes nobody new.
    offers: site.state === 'active' ? await offersFor(ctx, site, personId, has) : [],
  }
}

/** The course of an address below a site. @throws NOT_FOUND where the site doesn’t show it */
export async function findSiteCourse(ctx: Ctx, siteSlug: string, courseSlug: string) {
  const site = await findOpenSite(ctx, siteSlug)
  const [row] = await ctx.db
    .select({ course: courses })
    .from(courses)
    .innerJoin(siteCourses, and(eq(siteCourses.clientId, courses.clientId), eq(siteCourses.courseId, courses.id)))
    .where(and(eq(courses.slug, courseSlug), eq(siteCourses.siteId, site.id), isNull(courses.deletedAt)))
  return { site, course: found(row, 'Course').course }
}

/** Offers of a site that open one course. */
export async function listCourseOffers(ctx: Ctx, site: SiteRecord, courseId: string, personId: string | null) {
  if (site.state !== 'active') return []
  const shown: ShownOffer[] = []
  for (const offer of await listSiteOffers(ctx, site.id)) {
    if (!(await listOfferCourses(ctx, offer)).includes(courseId)) continue
    if (offer.kind === 'audience' && (!personId || !(await isInAudience(ctx, offer, personId)))) continue
    shown.push(toShown(ctx, offer))
  }
  return shown
}

/** A site that shows each of these courses, by its id. */
async function sitesOf(ctx: Ctx, courseIds: readonly string[]): Promise<Map<string, string>> {
  if (courseIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ courseId: siteCourses.courseId, slug: membershipSites.slug })
    .from(siteCourses)
    .innerJoin(
      membershipSites,
      and(eq(membershipSites.clientId, siteCourses.clientId), eq(membershipSites.id, siteCourses.siteId)),
    )
    .where(
      and(
        inArray(siteCourses.courseId, [...courseIds]),
        isNull(membershipSites.deletedAt),
        ne(membershipSites.state, 'draft'),
      ),
    )
  return new Map(rows.map(({ courseId, slug }) => [courseId, slug]))
}

/** Every course of a person, for the portal. */
export async function listOwnCourses(ctx: Ctx, church: string, personId: string): Promise<OwnCourse[]> {
  const list = await coursesOfPerson(ctx, personId)
  const sites = await sitesOf(
    ctx,
    list.map(({ course }) => course.id),
  )
  const where = { locale: ctx.client.locale, timeZone: ctx.client.timeZone }
  return Promise.all(
    list.map(async ({ course, percent, access }) => {
      const site = sites.get(course.id)
      const certificate = await findCertificate(ctx, { personId, courseId: course.id })
      return {
        title: course.title,
        percent,
        note: access.isOpen ? '' : lockText(access, where),
        href: site && sitePath(church, site, course.slug),
        certificate: certificate && certificatePath(certificate.publicId),
      }
    }),
  )
}

export const hasAccess = async (ctx: Ctx, personId: string, courseId: string): Promise<boolean> =>
  (await listGrants(ctx, { personId, courseId })).some(grant => isValid(grant, clock.now()))
