import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** A run whose wait is over, or that was put back on its way. */
export const resumeRun = declareTask('automation.resume', z.object({ runId: z.uuid(), step: z.string() }))
/** All runs of the account whose waits are over. */
export const resumeOverdue = declareTask('automation.resume-due', z.object({}))
