import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { keyed } from '#kernel/modules.ts'
import type { Permission } from '#kernel/permissions.ts'
import { reachOf } from '#kernel/reach.ts'
import { type Graph, triggersIn } from '../rules/graph.ts'
import { workflowRuns } from '../tables.ts'
import { versionOf } from './versions.ts'

const permissionOf = (trigger: string): Permission | undefined => keyed('automationTriggers').get(trigger)?.permission

/** What someone must be allowed to who makes, changes or starts such a workflow, or sees who is in it. */
export const permissionsIn = (graph: Graph): Permission[] => [
  ...new Set(triggersIn(graph).flatMap(trigger => permissionOf(trigger) ?? [])),
]

const lacks = (ctx: Ctx, permission: Permission | undefined): boolean =>
  permission !== undefined && ctx.actor.type === 'member' && reachOf(ctx, permission) !== 'all'

/** @throws FORBIDDEN where it uses a trigger that the member may not use */
export function requireTriggerPermissions(ctx: Ctx, graph: Graph): void {
  const trigger = triggersIn(graph).find(key => lacks(ctx, permissionOf(key)))
  if (trigger)
    throw new Failure(
      'FORBIDDEN',
      `This workflow uses “${keyed('automationTriggers').get(trigger)!.label}”. Only members with the permission ${permissionOf(trigger)} can do that.`,
    )
}

/** The same of a workflow that is there: of its draft, and of what new people get. */
export async function requireWorkflowPermissions(
  ctx: Ctx,
  { id, draft, published }: { id: string; draft: Graph; published: number },
): Promise<void> {
  requireTriggerPermissions(ctx, draft)
  const version = published > 0 ? await versionOf(ctx, id, published) : undefined
  if (version) requireTriggerPermissions(ctx, version.graph)
}

/** Runs whose version has no trigger that is closed to the member: who is in the others would tell what happened to them. */
export function readableRuns(ctx: Ctx): SQL | undefined {
  const closed = [...keyed('automationTriggers')].flatMap(([key, one]) => (lacks(ctx, one.permission) ? [key] : []))
  if (closed.length === 0) return undefined
  return sql`not exists (select from workflow_versions closed_version
    where closed_version.client_id = ${workflowRuns.clientId} and closed_version.workflow_id = ${workflowRuns.workflowId}
      and closed_version.number = ${workflowRuns.versionNumber}
      and jsonb_path_exists(closed_version.graph, '$.** ? (@.trigger == $closed[*])', ${JSON.stringify({ closed })}::jsonb))`
}
