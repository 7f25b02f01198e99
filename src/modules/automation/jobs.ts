import { every, on, task } from '#kernel/jobs.ts'
import { taskDone } from '#people/events.ts'
import { stepDelivered } from '#webhooks/events.ts'
import { noteDelivery } from './service/deliveries.ts'
import { endTaskWaits, resume } from './service/engine.ts'
import { planMinute, resumeAllDue, whoseWaitsEnd } from './service/sweep.ts'
import { resumeOverdue, resumeRun } from './tasks.ts'

export const resumed = task(resumeRun, (ctx, { runId, step }) => ctx.tx(tx => resume(tx, runId, step, 'timeout')))
export const resumedDue = task(resumeOverdue, resumeAllDue)

/** Waits of many, and those whose own job was lost, end all the same. */
export const sweep = every('* * * * *', 'automation.sweep', planMinute, whoseWaitsEnd)

export const taskEnds = on(taskDone, 'automation.task-done', (ctx, { taskId }) => endTaskWaits(ctx, taskId))

export const delivered = on(stepDelivered, 'automation.step-delivered', noteDelivery)
