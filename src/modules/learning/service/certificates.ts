import { and, desc, eq, isNull, like, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { localDay } from '#clients/rules/local-day.ts'
import { clients } from '#clients/tables.ts'
import type { Enrollment } from '#courses/enrollments/service.ts'
import type { courses } from '#courses/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { people } from '#people/tables.ts'
import { certificateIssued } from '../events.ts'
import { certificates } from '../tables.ts'

export type Certificate = typeof certificates.$inferSelect
type CourseRecord = typeof courses.$inferSelect

/** 2026-0042: counted anew each year. */
async function nextNumber(ctx: Ctx, year: string): Promise<string> {
  await advisoryLock(ctx.db, `certificates ${ctx.client.id}`)
  const [last] = await ctx.db
    .select({ number: sql<number>`max(split_part(${certificates.number}, '-', 2)::int)` })
    .from(certificates)
    .where(like(certificates.number, `${year}-%`))
  return `${year}-${String((last?.number ?? 0) + 1).padStart(4, '0')}`
}

/** Says that someone finished the course, now or back then: one for each enrollment, however often it is asked for. */
export async function issueCertificate(
  ctx: Ctx,
  enrollment: Enrollment,
  course: CourseRecord,
  at = clock.now(),
): Promise<void> {
  const { hasCertificate, certificateText, validMonths } = course.settings
  if (!hasCertificate) return
  const { personId, courseId, id: enrollmentId } = enrollment
  const [known] = await ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.enrollmentId, enrollmentId))
  if (known) return
  const [person] = await ctx.db.select({ name: people.name }).from(people).where(eq(people.id, personId))
  const issuedOn = localDay(at, ctx.client.timeZone)
  const [made] = await ctx.db
    .insert(certificates)
    .values({
      enrollmentId,
      personId,
      courseId,
      number: await nextNumber(ctx, issuedOn.slice(0, 4)),
      issuedOn,
      name: found(person, 'Person').name,
      course: course.title,
      words: certificateText,
      expiresOn: validMonths === null ? null : DateTime.fromISO(issuedOn).plus({ months: validMonths }).toISODate(),
    })
    .onConflictDoNothing({ target: [certificates.clientId, certificates.enrollmentId] })
    .returning({ id: certificates.id })
  if (!made) return
  await emit(ctx, certificateIssued, { personId, courseId, enrollmentId, certificateId: made.id, at })
  announce(ctx, 'courses', courseId)
}

/** The newest one that someone has of a course. */
export async function findCertificate(ctx: Ctx, { personId, courseId }: { personId: string; courseId: string }) {
  const [row] = await ctx.db
    .select()
    .from(certificates)
    .where(
      and(eq(certificates.personId, personId), eq(certificates.courseId, courseId), isNull(certificates.revokedAt)),
    )
    .orderBy(desc(certificates.id))
    .limit(1)
  return row
}

/** For strangers, who have the address that stands on it. */
export async function certificateByPublicId(db: Db, publicId: string) {
  const [row] = await db
    .select({
      certificate: certificates,
      clientId: clients.id,
      timeZone: clients.timeZone,
      locale: clients.locale,
      country: clients.country,
    })
    .from(certificates)
    .innerJoin(clients, and(eq(clients.id, certificates.clientId), isNull(clients.closedAt)))
    .where(eq(certificates.publicId, publicId))
  return row
}

export const certificatePath = (publicId: string): string => `/certificate/${publicId}`

export type Standing = 'valid' | 'expired' | 'revoked'
export const certificateStanding = (
  { expiresOn, revokedAt }: Pick<Certificate, 'expiresOn' | 'revokedAt'>,
  today: string,
): Standing => (revokedAt ? 'revoked' : expiresOn !== null && expiresOn < today ? 'expired' : 'valid')
