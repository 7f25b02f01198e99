import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { workflowSteps } from '../tables.ts'

interface Delivered {
  runId: string
  step: string
  state: string
  status: number | null
  problem: string | null
}

/** The result of a webhook is written to the log of its step; the run does not wait for it. */
export async function recordDelivery(ctx: Ctx, { runId, step, state, status, problem }: Delivered): Promise<void> {
  const said = JSON.stringify({ delivery: state, status, problem })
  await ctx.db
    .update(workflowSteps)
    .set({ output: sql`${workflowSteps.output} || ${said}::jsonb` })
    .where(and(eq(workflowSteps.runId, runId), eq(workflowSteps.step, step)))
}
