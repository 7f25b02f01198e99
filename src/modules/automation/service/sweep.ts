import { asc, lt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { workflowTimers } from '../tables.ts'
import { resume } from './engine.ts'

/** By then the wait's own job should have come. */
const LATE = minutes(2)
const BATCH = 200

export const whoseWaitsAreOver = (now: Date) =>
  sql`select client_id from workflow_timers where due_at < ${new Date(now.getTime() - LATE).toISOString()}::timestamptz`

export async function resumeOverdue(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ runId: workflowTimers.runId, step: workflowTimers.step })
    .from(workflowTimers)
    .where(lt(workflowTimers.dueAt, new Date(clock.ms() - LATE)))
    .orderBy(asc(workflowTimers.dueAt))
    .limit(BATCH)
  for (const { runId, step } of due) await resume(ctx, runId, step, 'timeout')
}
