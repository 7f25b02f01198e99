import { courseCompleted } from '#courses/enrollments/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { trainingExpired } from '#learning/events.ts'
import { advance, advanceByCourse, openOn } from './people/service/advance.ts'
import { dueForPurge, purgeOld } from './service/list.ts'
import { reportExpired } from './serving/service/assignments.ts'
import { advancePathway } from './tasks.ts'

/** The course of a step is completed. */
export const completedCourse = on(courseCompleted, 'pathways.course-completed', advanceByCourse)

/** Each person in a transaction of their own: a pathway of hundreds holds no lock for long. */
export const advancing = task(advancePathway, async (ctx, { pathwayId }) => {
  for (const id of await ctx.tx(tx => openOn(tx, pathwayId))) await ctx.tx(tx => advance(tx, id))
})

/** Someone serves for whom a training is required that has ended. */
export const expired = on(trainingExpired, 'pathways.training-expired', reportExpired)

export const purgingPathways = every('51 3 * * *', 'pathways.purge', purgeOld, dueForPurge)
