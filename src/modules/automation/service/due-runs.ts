import { sql } from 'drizzle-orm'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { resumeOverdue } from '../tasks.ts'
import { endDueWaits } from './engine.ts'

/** Runs of one transaction: few enough that a killed worker loses little. */
const BATCH = 50
/** Waits that end within so many milliseconds of each other share a job. */
const SLOT = seconds(5)
const AHEAD = minutes(1)
/** A job hands over to the next before the queue takes it for dead. */
const LONGEST = seconds(60)

/** Waits that end before the next look, by account. */
export const accountsWithDueRuns = (now: Date) =>
  sql`select client_id from workflow_timers where due_at < ${new Date(now.getTime() + AHEAD).toISOString()}::timestamptz`

/** One job for each few seconds of the coming minute in which waits end; for those that are late, at once. */
export async function enqueueDueRuns(ctx: Ctx): Promise<void> {
  const now = clock.ms()
  const { rows } = await ctx.db.execute<{ slot: number }>(
    sql`select distinct greatest(ceil(extract(epoch from due_at) * 1000 / ${SLOT}::float8) * ${SLOT}::float8, ${now}::float8) as slot
      from workflow_timers where due_at < ${new Date(now + AHEAD).toISOString()}::timestamptz`,
  )
  for (const { slot } of rows) await enqueue(ctx, resumeOverdue, {}, { after: new Date(Number(slot)) })
}

/** Runs whose waits are over, batch after batch. */
export async function resumeDueRuns(ctx: OuterCtx): Promise<void> {
  const until = Date.now() + LONGEST
  for (let found = BATCH; found === BATCH; ) {
    found = await ctx.tx(tx => endDueWaits(tx, BATCH))
    if (found === BATCH && Date.now() > until) return ctx.tx(tx => enqueue(tx, resumeOverdue, {}))
  }
}
