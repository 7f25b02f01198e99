import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { isActive } from '#courses/enrollments/service.ts'
import { knownCourses } from '#courses/service/list.ts'
import { picturePath } from '#courses/service.ts'
import { courses } from '#courses/tables.ts'
import { files } from '#files/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange, isTaken } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { decimal } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock, containing } from '#kernel/sql.ts'
import { churchSlug } from '#videos/service/church.ts'
import type { NewSite, Site, SiteChange, SiteFilter, SiteRow } from './contract.ts'
import { KEPT_DAYS, siteStateNames } from './rules/states.ts'
import { membershipOffers, membershipSites, siteCourses } from './tables.ts'

export type SiteRecord = typeof membershipSites.$inferSelect
const TOPIC = 'membership'
const MOST_ROWS = 1_000

export async function readSiteRow(ctx: Ctx, id: string): Promise<SiteRecord> {
  const [row] = await ctx.db
    .select()
    .from(membershipSites)
    .where(and(eq(membershipSites.id, id), isNull(membershipSites.deletedAt)))
  return found(row, 'Membership site')
}

/** People who may take one of the site’s courses now. */
const membersSql = (): SQL<number> => sql<number>`(select count(distinct course_enrollments.person_id)::int
  from course_enrollments join membership_site_courses s on s.client_id = course_enrollments.client_id
    and s.course_id = course_enrollments.course_id
  where s.client_id = membership_sites.client_id and s.site_id = membership_sites.id and ${isActive(clock.now())})`
const coursesSql = (): SQL<number> => sql<number>`(select count(*)::int from membership_site_courses s
  join courses c on c.client_id = s.client_id and c.id = s.course_id and c.deleted_at is null
  where s.client_id = membership_sites.client_id and s.site_id = membership_sites.id)`
const revenueSql = (): SQL<number> => sql<number>`(select coalesce(sum(o.paid), 0)::float8 from membership_orders o
  where o.client_id = membership_sites.client_id and o.site_id = membership_sites.id)`

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({ site: membershipSites, members: membersSql(), courses: coursesSql(), revenue: revenueSql() })
    .from(membershipSites)
    .where(where)

type Selected = Awaited<ReturnType<typeof select>>[number]
const toRow = (ctx: Ctx, church: string, { site, ...counted }: Selected): SiteRow => ({
  ...site,
  ...counted,
  thumbnail: picturePath(site.pictureId),
  currency: ctx.client.currency,
  path: `/m/${church}/${site.slug}`,
})

type Filters = Omit<SiteFilter, 'cursor' | 'limit'>
const matching = ({ search, state, deleted }: Filters): SQL | undefined =>
  and(
    deleted ? gt(membershipSites.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(membershipSites.deletedAt),
    state?.length ? inArray(membershipSites.state, state) : undefined,
    search
      ? or(ilike(membershipSites.name, containing(search)), ilike(membershipSites.description, containing(search)))
      : undefined,
  )

export async function list(ctx: Ctx, { cursor, limit, ...filters }: SiteFilter) {
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await select(ctx, matching(filters))
    .orderBy(...(filters.sort === 'name' ? [asc(sql`lower(${membershipSites.name})`)] : []), desc(membershipSites.id))
    .limit(limit)
    .offset(offset)
  const [all] = await ctx.db.select({ total: count() }).from(membershipSites).where(matching(filters))
  const church = await churchSlug(ctx)
  return {
    items: rows.map(row => toRow(ctx, church, row)),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: all!.total,
  }
}

type Figures = { sites: number; courses: number; members: number; revenue: number }

export async function readSummary(ctx: Ctx) {
  const { rows } = await ctx.db.execute<Figures>(sql`select
    (select count(*)::int from membership_sites where deleted_at is null and state = 'active') as sites,
    (select count(*)::int from courses where deleted_at is null and state = 'published') as courses,
    (select count(distinct person_id)::int from course_enrollments where ${isActive(clock.now())}) as members,
    (select coalesce(sum(paid), 0)::float8 from membership_orders) as revenue`)
  const { sites, courses, members, revenue } = rows[0]!
  return { sites, courses, members, revenue, currency: ctx.client.currency }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Site> {
  const [row] = await select(ctx, and(eq(membershipSites.id, id), isNull(membershipSites.deletedAt)))
  const selected = found(row, 'Membership site')
  const courseList = await listSiteCourses(ctx, id)
  return {
    ...toRow(ctx, await churchSlug(ctx), selected),
    courseList: courseList.map(({ id, title, state, lessonCount }) => ({ id, title, state, lessons: lessonCount })),
    problems: await problemsOf(ctx, id, courseList),
    version: selected.site.version,
  }
}

/** In the order in which they are shown. */
export const listSiteCourses = (ctx: Ctx, siteId: string) =>
  ctx.db
    .select({
      id: courses.id,
      title: courses.title,
      slug: courses.slug,
      state: courses.state,
      lessonCount: courses.lessonCount,
      description: courses.description,
      pictureId: courses.pictureId,
      minutes: courses.minutes,
    })
    .from(siteCourses)
    .innerJoin(courses, and(eq(courses.clientId, siteCourses.clientId), eq(courses.id, siteCourses.courseId)))
    .where(and(eq(siteCourses.siteId, siteId), isNull(courses.deletedAt)))
    .orderBy(asc(siteCourses.position), asc(siteCourses.id))

async function problemsOf(ctx: Ctx, siteId: string, list: readonly { state: string }[]): Promise<string[]> {
  const offers = await ctx.db.$count(
    membershipOffers,
    and(eq(membershipOffers.siteId, siteId), eq(membershipOffers.isOn, true)),
  )
  return [
    ...(list.some(({ state }) => state === 'published') ? [] : ['Add a published course.']),
    ...(offers > 0 ? [] : ['Add an offer, so that people can get in.']),
  ]
}

async function freeSlug(ctx: Ctx, name: string): Promise<string> {
  await advisoryLock(ctx.db, `membership slugs ${ctx.client.id}`)
  const named = slugOf(name)
  const base = named === 'account' || named === 'preview' ? 'courses' : named
  const rows = await ctx.db
    .select({ slug: membershipSites.slug })
    .from(membershipSites)
    .where(like(membershipSites.slug, `${base}%`))
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let n = 2; n < 100; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
  return `${base}-${randomBytes(4).toString('hex')}`
}

async function setCourses(ctx: Ctx, siteId: string, courseIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(courseIds)]
  if ((await knownCourses(ctx, wanted)).size < wanted.length)
    throw invalid('courseIds', 'One of these courses no longer exists')
  await ctx.db.delete(siteCourses).where(eq(siteCourses.siteId, siteId))
  if (wanted.length > 0)
    await ctx.db.insert(siteCourses).values(wanted.map((courseId, position) => ({ siteId, courseId, position })))
}

export async function create(ctx: Ctx, { name, description, courseIds }: NewSite): Promise<Site> {
  const [row] = await ctx.db
    .insert(membershipSites)
    .values({ name, description, slug: await freeSlug(ctx, name), createdBy: userOf(ctx) })
    .returning({ id: membershipSites.id })
  await setCourses(ctx, row!.id, courseIds)
  announce(ctx, TOPIC, row!.id)
  return get(ctx, { id: row!.id })
}

export async function update(ctx: Ctx, { id, version, courseIds, ...changes }: SiteChange): Promise<Site> {
  await readSiteRow(ctx, id)
  if (changes.slug === 'preview') throw invalid('slug', 'This address is reserved')
  if (changes.pictureId) await requirePicture(ctx, changes.pictureId)
  if (courseIds) await setCourses(ctx, id, courseIds)
  if (isNoChange(changes) && !courseIds) return get(ctx, { id })
  const [row] = await ctx.db
    .update(membershipSites)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(membershipSites.id, id), eq(membershipSites.version, version)))
    .returning({ id: membershipSites.id })
    .catch(error => {
      throw isTaken(error) ? invalid('slug', 'Another site has this address') : error
    })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

async function requirePicture(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), eq(files.purpose, 'picture'), isNull(files.removedAt)))
  if (!row) throw invalid('pictureId', 'This picture no longer exists')
}

export async function publish(ctx: Ctx, { id }: { id: string }): Promise<Site> {
  const { problems } = await get(ctx, { id })
  if (problems[0]) throw new Failure('CONFLICT', problems[0])
  return setState(ctx, id, 'active')
}
export const unpublish = (ctx: Ctx, { id }: { id: string }): Promise<Site> => setState(ctx, id, 'draft')
export const archive = (ctx: Ctx, { id }: { id: string }): Promise<Site> => setState(ctx, id, 'archived')

async function setState(ctx: Ctx, id: string, state: SiteRecord['state']): Promise<Site> {
  await readSiteRow(ctx, id)
  await ctx.db.update(membershipSites).set({ state }).where(eq(membershipSites.id, id))
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

/** With its courses and its free offers; what is sold is offered anew on purpose. */
export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Site> {
  const { name, description } = await readSiteRow(ctx, id)
  const courseIds = (await listSiteCourses(ctx, id)).map(one => one.id)
  const copy = await create(ctx, { name: `${name.slice(0, 110)} (copy)`, description, courseIds })
  const offers = await ctx.db
    .select()
    .from(membershipOffers)
    .where(
      and(
        eq(membershipOffers.siteId, id),
        isNull(membershipOffers.planId),
        inArray(membershipOffers.kind, ['free', 'code', 'audience']),
      ),
    )
  if (offers.length > 0)
    await ctx.db.insert(membershipOffers).values(
      offers.map(({ id: _, clientId: __, createdAt: ___, updatedAt: ____, version: _____, ...offer }) => ({
        ...offer,
        id: randomUUID(),
        siteId: copy.id,
      })),
    )
  return get(ctx, { id: copy.id })
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await readSiteRow(ctx, id)
  await ctx.db.update(membershipSites).set({ deletedAt: clock.now() }).where(eq(membershipSites.id, id))
  announce(ctx, TOPIC, id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Site> {
  const [row] = await ctx.db
    .update(membershipSites)
    .set({ deletedAt: null })
    .where(and(eq(membershipSites.id, id), gt(membershipSites.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning({ id: membershipSites.id })
  found(row, 'Membership site')
  announce(ctx, TOPIC, id)
  return get(ctx, { id })
}

/** For visitors: one that is open. */
export async function findOpenSite(ctx: Ctx, slug: string): Promise<SiteRecord> {
  const [row] = await ctx.db
    .select()
    .from(membershipSites)
    .where(and(eq(membershipSites.slug, slug), isNull(membershipSites.deletedAt), ne(membershipSites.state, 'draft')))
  return found(row, 'Membership site')
}

const header = ['Name', 'Status', 'Members', 'Courses', 'Revenue', 'Currency', 'Created']
export async function exportSites(ctx: Ctx, filters: Filters) {
  const rows = await select(ctx, matching(filters)).orderBy(desc(membershipSites.id)).limit(MOST_ROWS)
  const cells = rows.map(({ site, members, courses, revenue }) => [
    site.name,
    siteStateNames[site.state],
    members,
    courses,
    decimal(revenue, ctx.client.currency),
    ctx.client.currency,
    site.createdAt,
  ])
  return { csv: csvFile(header, cells) }
}
