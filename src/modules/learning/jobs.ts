import { attendanceCheckedIn } from '#attendance/events.ts'
import { courseEnrolled } from '#courses/enrollments/events.ts'
import { coursePublished } from '#courses/events.ts'
import { formProcessed } from '#forms/events.ts'
import { on } from '#kernel/jobs.ts'
import { completeByEvent, completeByForm } from './service/outside.ts'
import { recountCourse, setUnlocks } from './service/unlocking.ts'

/** When lessons open is worked out and stored for a learner. */
export const enrolled = on(courseEnrolled, 'learning.enrolled', (ctx, { enrollmentId }) =>
  setUnlocks(ctx, { enrollmentId }),
)

/** A new version may open other lessons, and ask for fewer. */
export const published = on(coursePublished, 'learning.published', async (ctx, { courseId }) => {
  await setUnlocks(ctx, { courseId })
  await recountCourse(ctx, courseId)
})

/** A form of a lesson arrived. */
export const filled = on(formProcessed, 'learning.form', completeByForm)
/** Someone was checked in at the event of a lesson. */
export const checkedIn = on(attendanceCheckedIn, 'learning.attended', completeByEvent)
