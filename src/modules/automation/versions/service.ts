import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { auditLog } from '#kernel/audit.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Workflow } from '../contract.ts'
import { openRuns } from '../rules/states.ts'
import { requireWorkflowPermissions } from '../service/workflow-permissions.ts'
import { get, update } from '../service.ts'
import { workflowRuns, workflows, workflowVersions } from '../tables.ts'

interface Of {
  workflowId: string
}
const userName = sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`
const open = inArray(workflowRuns.state, [...openRuns])

/** Newest first, each with the people who are still in it. */
export async function list(ctx: Ctx, { workflowId }: Of) {
  await get(ctx, { id: workflowId })
  const items = await ctx.db
    .select({
      number: workflowVersions.number,
      publishedAt: workflowVersions.createdAt,
      publishedByName: userName,
      people: sql<number>`(select count(*)::int from workflow_runs r where r.client_id = ${workflowVersions.clientId}
        and r.workflow_id = ${workflowVersions.workflowId} and r.version_number = ${workflowVersions.number}
        and r.state in ('running', 'waiting', 'frozen'))`,
      graph: workflowVersions.graph,
    })
    .from(workflowVersions)
    .leftJoin(users, eq(users.id, workflowVersions.publishedBy))
    .where(eq(workflowVersions.workflowId, workflowId))
    .orderBy(desc(workflowVersions.number))
    .limit(100)
  return { items }
}

/** Into the draft alone: nothing runs differently until it is published. */
export async function restore(
  ctx: Ctx,
  { workflowId, number, version }: Of & { number: number; version: number },
): Promise<Workflow> {
  const [row] = await ctx.db
    .select({ graph: workflowVersions.graph })
    .from(workflowVersions)
    .where(and(eq(workflowVersions.workflowId, workflowId), eq(workflowVersions.number, number)))
  return update(ctx, { id: workflowId, version, draft: found(row, 'Version').graph })
}

export async function discard(ctx: Ctx, { workflowId, version }: Of & { version: number }): Promise<Workflow> {
  const { published } = await get(ctx, { id: workflowId })
  if (published === 0) throw new Failure('BAD_REQUEST', 'This workflow has not been published yet.')
  return restore(ctx, { workflowId, number: published, version })
}

/** Paused, so that nobody is enrolled before someone says so. */
export async function unarchive(ctx: Ctx, { workflowId }: Of): Promise<Workflow> {
  const workflow = await get(ctx, { id: workflowId })
  await requireWorkflowPermissions(ctx, workflow)
  const { published } = workflow
  await ctx.db
    .update(workflows)
    .set({ state: published === 0 ? 'draft' : 'paused' })
    .where(and(eq(workflows.id, workflowId), eq(workflows.state, 'archived')))
  announce(ctx, 'automation', workflowId)
  return get(ctx, { id: workflowId })
}

/** In any version: a step keeps its id from one to the next. */
export async function waiting(ctx: Ctx, { workflowId }: Of) {
  const rows = await ctx.db
    .select({ step: workflowRuns.at, people: count() })
    .from(workflowRuns)
    .where(and(eq(workflowRuns.workflowId, workflowId), open, isNotNull(workflowRuns.at)))
    .groupBy(workflowRuns.at)
  return { items: rows.map(row => ({ step: row.step!, people: row.people })) }
}

export async function lastChange(ctx: Ctx, { workflowId }: Of) {
  const [row] = await ctx.db
    .select({ name: userName, at: auditLog.at })
    .from(auditLog)
    .leftJoin(users, sql`${users.id} = (${auditLog.actor} ->> 'userId')::uuid`)
    .where(and(eq(auditLog.tableName, 'workflows'), eq(auditLog.rowId, workflowId)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row ?? { name: null, at: null }
}
