import { every, task } from '#kernel/jobs.ts'
import { failGeneration, runGeneration } from './service/generating.ts'
import { dueSessions, purgeSessions } from './service/live.ts'
import { dueForPurge, purge } from './service.ts'
import { generateStudy } from './tasks.ts'

export const generating = task(generateStudy, async (ctx, work, { last }) => {
  try {
    await runGeneration(ctx, work)
  } catch (error) {
    if (last) await ctx.tx(inner => failGeneration(inner, work))
    throw error
  }
})
export const purging = every('47 3 * * *', 'bible-studies.purge', purge, dueForPurge)
export const purgingSessions = every('49 3 * * *', 'bible-studies.purge-sessions', purgeSessions, dueSessions)
