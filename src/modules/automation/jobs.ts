import { every, on, task } from '#kernel/jobs.ts'
import { taskDone } from '#people/events.ts'
import { endTaskWaits, resume } from './service/engine.ts'
import { resumeOverdue, whoseWaitsAreOver } from './service/sweep.ts'
import { resumeRun } from './tasks.ts'

export const resumed = task(resumeRun, (ctx, { runId, step }) => ctx.tx(tx => resume(tx, runId, step, 'timeout')))

/** A wait whose own job was lost ends all the same. */
export const sweep = every('* * * * *', 'automation.sweep', resumeOverdue, whoseWaitsAreOver)

export const taskEnds = on(taskDone, 'automation.task-done', (ctx, { taskId }) => endTaskWaits(ctx, taskId))
