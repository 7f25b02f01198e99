import { and, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { localDay } from '#clients/rules/local-day.ts'
import { findEnrollment, grantAccess, renewEnrollment } from '#courses/enrollments/service.ts'
import { courses } from '#courses/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { trainingEndsMail } from '../emails/course.ts'
import { trainingExpired, trainingExpiring } from '../events.ts'
import { certificates } from '../tables.ts'
import type { Certificate } from './certificates.ts'
import { emailLearner } from './learner-emails.ts'

/** Days before the end on which people are reminded. */
export const WARNINGS = [30, 7] as const

/** Clients with certificates that end soon, or have ended. */
export const accountsWithEndingTrainings = (now: Date): SQL =>
  sql`select distinct client_id from certificates where expires_on is not null and revoked_at is null and expired_at is null
    and expires_on <= ${localDay(new Date(now.getTime() + days(31)), 'UTC')}`

/** The newest of a person and course: an older one was renewed. */
const isNewest = sql`not exists (select from certificates c where c.client_id = certificates.client_id
  and c.person_id = certificates.person_id and c.course_id = certificates.course_id and c.id > certificates.id and c.revoked_at is null)`

/** Reminds before a training ends, enrolls again, and says when it has ended. */
export async function processTrainingExpiry(ctx: Ctx): Promise<void> {
  const today = localDay(clock.now(), ctx.client.timeZone)
  const soon = DateTime.fromISO(today).plus({ days: WARNINGS[0] }).toISODate()!
  const rows = await ctx.db
    .select({ certificate: certificates })
    .from(certificates)
    .innerJoin(courses, and(eq(courses.clientId, certificates.clientId), eq(courses.id, certificates.courseId)))
    .where(
      and(
        isNotNull(certificates.expiresOn),
        lte(certificates.expiresOn, soon),
        isNull(certificates.revokedAt),
        isNull(certificates.expiredAt),
        isNull(courses.deletedAt),
        isNewest,
      ),
    )
    .limit(5_000)
  for (const { certificate } of rows)
    if (certificate.expiresOn! < today) await expire(ctx, certificate)
    else await remind(ctx, certificate, today)
}

const learnerOf = ({ id, personId, courseId, enrollmentId }: Certificate) => ({
  personId,
  courseId,
  enrollmentId,
  certificateId: id,
  at: clock.now(),
})

async function expire(ctx: Ctx, certificate: Certificate): Promise<void> {
  const [row] = await ctx.db
    .update(certificates)
    .set({ expiredAt: clock.now() })
    .where(and(eq(certificates.id, certificate.id), isNull(certificates.expiredAt)))
    .returning({ id: certificates.id })
  if (row) await emit(ctx, trainingExpired, learnerOf(certificate))
}

async function remind(ctx: Ctx, certificate: Certificate, today: string): Promise<void> {
  const left = DateTime.fromISO(certificate.expiresOn!).diff(DateTime.fromISO(today), 'days').days
  // Of two that are due at once, such as after a pause of the server, the nearer one is sent.
  const due = WARNINGS.filter(at => left <= at)
  const warning = due.at(-1)
  if (warning === undefined || certificate.warned.includes(warning)) return
  await ctx.db
    .update(certificates)
    .set({ warned: [...due] })
    .where(eq(certificates.id, certificate.id))
  await enrollAgain(ctx, certificate)
  await emit(ctx, trainingExpiring, { ...learnerOf(certificate), days: warning })
  const { personId, courseId, id, expiresOn } = certificate
  const on = new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${expiresOn}T00:00:00Z`),
  )
  await emailLearner(ctx, {
    personId,
    courseId,
    kind: 'training-expiring',
    dedupeKey: `training-expiring:${id}:${warning}`,
    mail: words => trainingEndsMail({ ...words, on }),
  })
}

/** What was completed begins anew; access that has ended is given again. */
async function enrollAgain(ctx: Ctx, { personId, courseId }: Certificate): Promise<void> {
  const current = await findEnrollment(ctx, { personId, courseId })
  if (current?.completedAt) await renewEnrollment(ctx, current)
  await grantAccess(ctx, { personId, courseId, kind: 'leader', source: 'renewal' })
}
