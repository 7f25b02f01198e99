import { eq, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { grantAccess, validGrant } from '#courses/enrollments/service.ts'
import { knownCourses } from '#courses/service/list.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { sendMail } from '#messaging/service.ts'
import { foldName } from '#people/rules/names.ts'
import { intakePerson } from '#people/service/intake.ts'
import { personById } from '#people/service.ts'
import { courseInvitationMail } from '../emails/invitation.ts'
import { sitePath } from '../rules/pages.ts'
import { memberStateNames } from '../rules/states.ts'
import { listSiteCourses, readSiteRow, type SiteRecord } from '../service.ts'
import { type CourseMember, type Invited, type MemberFilter, MOST_LINES, type NewMembers } from './contract.ts'
import { readLines } from './rules.ts'

const MOST_ROWS = 50_000
type Filters = Omit<MemberFilter, 'cursor' | 'limit'>

interface MemberRow extends Record<string, unknown> {
  id: string
  name: string
  email: string | null
  join_date: string
  is_active: boolean
  progress: number
  courses: number
  last_active: string | null
  total: number
}

const orders: Record<Filters['sort'], SQL> = {
  name: sql`lower(p.last_name), lower(p.first_name)`,
  '-name': sql`lower(p.last_name) desc, lower(p.first_name) desc`,
  joinDate: sql`m.join_date`,
  '-joinDate': sql`m.join_date desc`,
  progress: sql`m.progress`,
  '-progress': sql`m.progress desc`,
  lastActive: sql`m.last_active nulls first`,
  '-lastActive': sql`m.last_active desc nulls last`,
}

function chosen({ siteId, courseId, search, status }: Filters): { enrolled: SQL; people: SQL } {
  return {
    enrolled: sql`${courseId ? sql`and course_enrollments.course_id = ${courseId}` : sql``}
      ${siteId ? sql`and course_enrollments.course_id in (select s.course_id from membership_site_courses s where s.client_id = course_enrollments.client_id and s.site_id = ${siteId})` : sql``}`,
    people: sql`${search ? sql`and p.search ilike ${containing(foldName(search))}` : sql``}
      ${status ? sql`and m.is_active = ${status === 'active'}` : sql``}`,
  }
}

/** One row for each person, whatever number of courses they are in; how many there are in all stands in each row. */
async function select(ctx: Ctx, filters: Filters, limit: number, offset: number): Promise<MemberRow[]> {
  const where = chosen(filters)
  const { rows } = await ctx.db.execute<MemberRow>(sql`
    select m.person_id as id, p.name, p.email, m.join_date, m.is_active, m.progress, m.courses, m.last_active,
      count(*) over ()::int as total
    from (
      select course_enrollments.client_id, course_enrollments.person_id, min(course_enrollments.enrolled_at) as join_date,
        max(course_enrollments.last_active_at) as last_active, count(*)::int as courses,
        avg(case when c.required_count = 0 then 0 else least(100, 100 * course_enrollments.required_done / c.required_count) end)::int as progress,
        bool_or(course_enrollments.suspended_at is null and exists (select from course_grants
          where course_grants.client_id = course_enrollments.client_id and course_grants.course_id = course_enrollments.course_id
            and course_grants.person_id = course_enrollments.person_id and ${validGrant(clock.now())})) as is_active
      from course_enrollments join courses c on c.client_id = course_enrollments.client_id and c.id = course_enrollments.course_id
        and c.deleted_at is null
      where course_enrollments.client_id = ${ctx.client.id} and course_enrollments.ended_at is null ${where.enrolled}
      group by course_enrollments.client_id, course_enrollments.person_id) m
    join people p on p.client_id = m.client_id and p.id = m.person_id and p.deleted_at is null ${where.people}
    order by ${orders[filters.sort]}, m.person_id limit ${limit} offset ${offset}`)
  return rows
}

const toMember = (row: MemberRow): CourseMember => ({
  id: row.id,
  name: row.name,
  email: row.email,
  progress: row.progress,
  courses: row.courses,
  joinDate: new Date(row.join_date),
  lastActive: row.last_active ? new Date(row.last_active) : null,
  status: row.is_active ? 'active' : 'inactive',
})

export async function list(ctx: Ctx, { cursor, limit, ...filters }: MemberFilter) {
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await select(ctx, filters, limit, offset)
  return {
    items: rows.map(toMember),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
    total: rows[0]?.total ?? 0,
  }
}

async function mailFor(ctx: Ctx, site: SiteRecord, { message }: { message: string }) {
  const [client] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  const { name: church, slug } = found(client, 'Account')
  const path = sitePath(slug, site.slug)
  const href = `${env.publicUrl}/my/${slug}?next=${encodeURIComponent(path)}`
  return {
    church,
    mail: (firstName: string) => courseInvitationMail({ church, firstName, title: site.name, message, href }),
  }
}

export async function previewMail(ctx: Ctx, { siteId, message }: { siteId: string; message: string }) {
  const { mail } = await mailFor(ctx, await readSiteRow(ctx, siteId), { message })
  const { subject, text } = mail('Ann')
  return { subject, text }
}

export const readMemberFile = async (_ctx: Ctx, { text }: { text: string }) => readLines(text, MOST_LINES)

async function coursesFor(ctx: Ctx, { siteId, courseIds }: NewMembers): Promise<string[]> {
  const all = (await listSiteCourses(ctx, siteId)).map(({ id }) => id)
  if (courseIds.length === 0 && all.length === 0) throw invalid('courseIds', 'This site has no courses yet')
  const known = await knownCourses(ctx, courseIds)
  if (courseIds.some(id => !known.has(id) || !all.includes(id)))
    throw invalid('courseIds', 'One of these courses isn’t part of the site any more')
  return courseIds.length > 0 ? courseIds : all
}

/** Each person once, whether they were picked or listed by address; those who have access keep the later end. */
export async function addMembers(ctx: Ctx, input: NewMembers) {
  const site = await readSiteRow(ctx, input.siteId)
  if (input.personIds.length === 0 && input.invited.length === 0) throw invalid('personIds', 'Please choose someone')
  if (input.expiresAt && input.expiresAt <= clock.now())
    throw invalid('expiresAt', 'Please choose a date in the future')
  const courseIds = await coursesFor(ctx, input)
  const ids = new Set(input.personIds)
  for (const one of input.invited) ids.add(await personOf(ctx, one))
  const notMailed: { name: string; reason: string }[] = []
  for (const personId of ids) {
    for (const courseId of courseIds)
      await grantAccess(ctx, {
        personId,
        courseId,
        expiresAt: input.expiresAt,
        kind: input.invited.length > 0 && !input.personIds.includes(personId) ? 'import' : 'leader',
      })
    const problem = input.sendsMail ? await invite(ctx, site, personId, input.message) : undefined
    if (problem) notMailed.push(problem)
  }
  announce(ctx, 'membership', site.id)
  return { added: ids.size, notMailed }
}

async function personOf(ctx: Ctx, { firstName, lastName, email }: Invited): Promise<string> {
  const points = [{ kind: 'email' as const, value: email }]
  return (await intakePerson(ctx, { firstName, lastName, points, source: 'membership' })).personId
}

async function invite(ctx: Ctx, site: SiteRecord, personId: string, message: string) {
  const { name, firstName, email } = await personById(ctx, personId)
  if (!email) return { name, reason: 'No email address' }
  const { church, mail } = await mailFor(ctx, site, { message })
  const sent = await sendMail(ctx, {
    ...mail(firstName),
    to: email,
    toName: name,
    kind: 'course-invitation',
    senderName: church,
    dedupeKey: `course-invitation:${site.id}:${personId}:${clock.now().toISOString().slice(0, 10)}`,
  })
  return sent.state === 'skipped' ? { name, reason: 'Opted out of email, or email to them bounced' } : undefined
}

const header = ['Name', 'Email', 'Joined', 'Status', 'Progress (percent)', 'Courses', 'Last active']
export async function exportMembers(ctx: Ctx, filters: Filters) {
  const rows = (await select(ctx, filters, MOST_ROWS, 0)).map(toMember)
  const cells = rows.map(row => [
    row.name,
    row.email,
    row.joinDate,
    memberStateNames[row.status],
    row.progress,
    row.courses,
    row.lastActive,
  ])
  return { csv: csvFile(header, cells) }
}
