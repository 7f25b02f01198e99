import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { personById } from '#people/service.ts'
import { stepsById } from '../../rules/graph.ts'
import { openRuns } from '../../rules/states.ts'
import { stepSentence } from '../../rules/summary.ts'
import { readableRuns } from '../../service/workflow-permissions.ts'
import { workflowRuns, workflowSteps, workflows, workflowTimers, workflowVersions } from '../../tables.ts'
import type { RunPosition } from '../contract.ts'
import { describe } from './describer.ts'

/** The open runs of a person, each with the step it stands in. */
export async function listRunPositions(ctx: Ctx, asked: { personId: string }): Promise<{ items: RunPosition[] }> {
  const { id } = await personById(ctx, asked.personId)
  const rows = await ctx.db
    .select({
      runId: workflowRuns.id,
      workflowId: workflowRuns.workflowId,
      workflowName: workflows.name,
      state: workflowRuns.state,
      at: workflowRuns.at,
      startedAt: workflowRuns.createdAt,
      arrivedAt: workflowSteps.createdAt,
      until: workflowTimers.dueAt,
      graph: workflowVersions.graph,
    })
    .from(workflowRuns)
    .innerJoin(workflows, and(eq(workflows.clientId, workflowRuns.clientId), eq(workflows.id, workflowRuns.workflowId)))
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.clientId, workflowRuns.clientId),
        eq(workflowVersions.workflowId, workflowRuns.workflowId),
        eq(workflowVersions.number, workflowRuns.versionNumber),
      ),
    )
    .leftJoin(
      workflowSteps,
      and(
        eq(workflowSteps.clientId, workflowRuns.clientId),
        eq(workflowSteps.runId, workflowRuns.id),
        sql`${workflowSteps.step} = ${workflowRuns.at}`,
      ),
    )
    .leftJoin(
      workflowTimers,
      and(eq(workflowTimers.clientId, workflowRuns.clientId), eq(workflowTimers.runId, workflowRuns.id)),
    )
    .where(and(readableRuns(ctx), eq(workflowRuns.personId, id), inArray(workflowRuns.state, [...openRuns])))
    .orderBy(desc(workflowRuns.id))
    .limit(50)
  const items = await describe(ctx, says =>
    rows.map(({ graph, at, startedAt, arrivedAt, ...row }) => {
      const found = at ? stepsById(graph).get(at) : undefined
      return { ...row, step: found ? stepSentence(found.step, says) : '', since: arrivedAt ?? startedAt }
    }),
  )
  return { items }
}
