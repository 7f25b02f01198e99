import { eq } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { may } from '#kernel/permissions.ts'
import { notify } from '#notifications/service.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { certificateMail } from '../emails/course.ts'
import { certificates } from '../tables.ts'
import { certificatePath } from './certificates.ts'
import { emailLearner } from './learner-emails.ts'

interface Learner {
  personId: string
  courseId: string
  enrollmentId: string
  at: Date
}

/** An entry on the person’s timeline, once. */
export const recordOnTimeline = (
  ctx: Ctx,
  type: string,
  { personId, courseId, at }: Learner,
  key: string,
): Promise<void> => addToTimeline(ctx, [{ personId, userId: null, type, at, data: { courseId }, sourceKey: key }])

export async function emailCertificate(
  ctx: Ctx,
  { personId, courseId, certificateId }: Learner & { certificateId: string },
) {
  const [row] = await ctx.db
    .select({ publicId: certificates.publicId })
    .from(certificates)
    .where(eq(certificates.id, certificateId))
  if (!row) return
  const href = `${env.publicUrl}${certificatePath(row.publicId)}`
  await emailLearner(ctx, {
    personId,
    courseId,
    kind: 'course-certificate',
    dedupeKey: `course-certificate:${certificateId}`,
    mail: words => certificateMail({ ...words, href }),
  })
}

/** Members who may review hear that something waits. */
export async function notifyReviewers(ctx: Ctx, { submissionId }: { submissionId: string }): Promise<void> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const able = team.filter(({ role }) => may(role, 'content.write')).map(({ userId }) => userId)
  await notify(ctx, able, {
    type: 'assignment-submitted',
    title: 'An assignment waits for review',
    href: '/membership/reviews',
    body: 'A learner handed in an assignment.',
    dedupeKey: `assignment:${submissionId}`,
  })
}
