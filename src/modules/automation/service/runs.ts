import { and, asc, desc, eq, gte, ilike, inArray, lt } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { people } from '#people/tables.ts'
import type { Run, RunFilter } from '../contract.ts'
import { openRuns } from '../rules/states.ts'
import { workflowRuns, workflowSteps, workflows, workflowTimers } from '../tables.ts'
import { retryRun } from './engine.ts'
import { readableRuns } from './workflow-permissions.ts'

const columns = {
  id: workflowRuns.id,
  workflowId: workflowRuns.workflowId,
  workflowName: workflows.name,
  personId: workflowRuns.personId,
  personName: people.name,
  state: workflowRuns.state,
  versionNumber: workflowRuns.versionNumber,
  trigger: workflowRuns.trigger,
  at: workflowRuns.at,
  problem: workflowRuns.problem,
  createdAt: workflowRuns.createdAt,
  finishedAt: workflowRuns.finishedAt,
}
const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(workflowRuns)
    .innerJoin(workflows, and(eq(workflows.clientId, workflowRuns.clientId), eq(workflows.id, workflowRuns.workflowId)))
    .innerJoin(people, and(eq(people.clientId, workflowRuns.clientId), eq(people.id, workflowRuns.personId)))
    .$dynamic()

export async function list(ctx: Ctx, { workflowId, personId, search, state, since, cursor, limit }: RunFilter) {
  const items = await select(ctx)
    .where(
      and(
        readableRuns(ctx),
        workflowId ? eq(workflowRuns.workflowId, workflowId) : undefined,
        personId ? eq(workflowRuns.personId, personId) : undefined,
        search ? ilike(people.name, containing(search)) : undefined,
        since ? gte(workflowRuns.createdAt, since) : undefined,
        state?.length ? inArray(workflowRuns.state, state) : undefined,
        cursor && /^[0-9a-f-]{36}$/.test(cursor) ? lt(workflowRuns.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(workflowRuns.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

const one = async (ctx: Ctx, id: string): Promise<Run> => {
  const [row] = await select(ctx).where(and(eq(workflowRuns.id, id), readableRuns(ctx)))
  return found(row, 'Run')
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const run = await one(ctx, id)
  const steps = await ctx.db
    .select({
      step: workflowSteps.step,
      kind: workflowSteps.kind,
      state: workflowSteps.state,
      input: workflowSteps.input,
      output: workflowSteps.output,
      problem: workflowSteps.problem,
      createdAt: workflowSteps.createdAt,
    })
    .from(workflowSteps)
    .where(eq(workflowSteps.runId, id))
    .orderBy(asc(workflowSteps.createdAt), asc(workflowSteps.id))
  return { ...run, steps }
}

export async function retry(ctx: Ctx, { id }: { id: string }): Promise<Run> {
  await one(ctx, id)
  await retryRun(ctx, id)
  return one(ctx, id)
}

export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Run> {
  const { workflowId } = await one(ctx, id)
  await ctx.db
    .update(workflowRuns)
    .set({ state: 'cancelled', finishedAt: clock.now() })
    .where(and(eq(workflowRuns.id, id), inArray(workflowRuns.state, [...openRuns])))
  await ctx.db.delete(workflowTimers).where(eq(workflowTimers.runId, id))
  announce(ctx, 'automation', workflowId)
  return one(ctx, id)
}
