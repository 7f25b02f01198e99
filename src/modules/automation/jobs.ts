import { every, on, task } from '#kernel/jobs.ts'
import { taskDone } from '#people/events.ts'
import { stepDelivered } from '#webhooks/events.ts'
import { recordDelivery } from './service/deliveries.ts'
import { accountsWithDueRuns, enqueueDueRuns, resumeDueRuns } from './service/due-runs.ts'
import { endTaskWaits, endWait } from './service/engine.ts'
import { resumeOverdue, resumeRun } from './tasks.ts'

export const resumed = task(resumeRun, (ctx, { runId, step }) => ctx.tx(tx => endWait(tx, runId, step, 'timeout')))
export const resumedDue = task(resumeOverdue, resumeDueRuns)

/** Waits of many, and those whose own job was lost, end all the same. */
export const sweep = every('* * * * *', 'automation.sweep', enqueueDueRuns, accountsWithDueRuns)

export const taskEnds = on(taskDone, 'automation.task-done', (ctx, { taskId }) => endTaskWaits(ctx, taskId))

export const delivered = on(stepDelivered, 'automation.step-delivered', recordDelivery)
