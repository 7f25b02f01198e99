import { attendanceCheckedIn } from '#attendance/events.ts'
import { courseCompleted, courseEnrolled } from '#courses/enrollments/events.ts'
import { accountsWithIdleLearners, markInactive } from '#courses/enrollments/service/inactivity.ts'
import { coursePublished } from '#courses/events.ts'
import { formProcessed } from '#forms/events.ts'
import { clock, days } from '#kernel/clock.ts'
import { every, on } from '#kernel/jobs.ts'
import { assignmentSubmitted, certificateIssued, trainingExpired } from './events.ts'
import { completeByEvent, completeByForm } from './service/external-completion.ts'
import { emailCertificate, notifyReviewers, recordOnTimeline } from './service/notifications.ts'
import { accountsWithEndingTrainings, processTrainingExpiry } from './service/training-expiry.ts'
import { updateCourseCompletion, updateUnlockTimes } from './service/unlock-times.ts'

/** When lessons open is worked out and stored for a learner. */
export const enrolled = on(courseEnrolled, 'learning.enrolled', async (ctx, news) => {
  await updateUnlockTimes(ctx, { enrollmentId: news.enrollmentId })
  await recordOnTimeline(ctx, 'course.enrolled', news, `course-enrolled:${news.enrollmentId}`)
})

export const completed = on(courseCompleted, 'learning.completed', (ctx, news) =>
  recordOnTimeline(ctx, 'course.completed', news, `course-completed:${news.enrollmentId}`),
)

/** A new version may open other lessons, and ask for fewer. */
export const published = on(coursePublished, 'learning.published', async (ctx, { courseId }) => {
  await updateUnlockTimes(ctx, { courseId })
  await updateCourseCompletion(ctx, courseId)
})

/** One that is dated back, by an import or the demo, is no news for an email. */
export const certified = on(certificateIssued, 'learning.certificate', async (ctx, news) => {
  if (news.at.getTime() > clock.ms() - days(1)) await emailCertificate(ctx, news)
})
export const handedIn = on(assignmentSubmitted, 'learning.assignment', notifyReviewers)
export const expired = on(trainingExpired, 'learning.expired', (ctx, news) =>
  recordOnTimeline(ctx, 'training.expired', news, `training-expired:${news.certificateId}`),
)

/** A form of a lesson arrived. */
export const filled = on(formProcessed, 'learning.form', completeByForm)
/** Someone was checked in at the event of a lesson. */
export const checkedIn = on(attendanceCheckedIn, 'learning.attended', completeByEvent)

export const followingTrainings = every(
  '20 9 * * *',
  'learning.trainings',
  processTrainingExpiry,
  accountsWithEndingTrainings,
)
export const findingInactive = every('40 9 * * *', 'learning.inactive', markInactive, accountsWithIdleLearners)
