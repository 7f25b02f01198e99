import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { people } from '#people/tables.ts'
import { listEditors } from '../../service/health.ts'
import { permissionsIn } from '../../service/workflow-permissions.ts'
import { workflowRuns, workflowVersions } from '../../tables.ts'
import { workflowApprovals } from '../tables.ts'

interface Asked {
  runId: string
  step: string
  personId: string
  question: string
  assigneeId: string | null
  dueAt: Date
}

/** Asks by bell and by email. A step that is visited again after a retry asks anew. */
export async function requestApprovals(ctx: Ctx, all: readonly Asked[]): Promise<void> {
  const rows = await ctx.db
    .insert(workflowApprovals)
    .values([...all])
    .onConflictDoUpdate({
      target: [workflowApprovals.clientId, workflowApprovals.runId, workflowApprovals.step],
      set: { state: 'open', answeredBy: null, answeredAt: null, dueAt: all[0]!.dueAt },
    })
    .returning()
  const names = await ctx.db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(
      and(
        inArray(
          people.id,
          all.map(({ personId }) => personId),
        ),
      ),
    )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  for (const { id, personId, question, assigneeId, dueAt } of rows)
    await notify(ctx, assigneeId ? [assigneeId] : await answerers(ctx, all[0]!.runId), {
      type: 'approval',
      title: question,
      body: `About ${nameOf.get(personId) ?? 'someone'}. Approve or decline on their page.`,
      href: `/people/${personId}`,
      dedupeKey: `approval:${id}:${dueAt.getTime()}`,
    })
  announce(ctx, 'tasks')
}

/** All of these runs are of one version: who may see who is in it. */
async function answerers(ctx: Ctx, runId: string): Promise<string[]> {
  const [row] = await ctx.db
    .select({ graph: workflowVersions.graph })
    .from(workflowRuns)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.clientId, workflowRuns.clientId),
        eq(workflowVersions.workflowId, workflowRuns.workflowId),
        eq(workflowVersions.number, workflowRuns.versionNumber),
      ),
    )
    .where(eq(workflowRuns.id, runId))
  return listEditors(ctx, row ? permissionsIn(row.graph) : [])
}
