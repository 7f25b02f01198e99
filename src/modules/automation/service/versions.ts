import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type Graph, type Step, stepsById } from '../rules/graph.ts'
import { workflows, workflowVersions } from '../tables.ts'

export interface Version {
  workflowId: string
  number: number
  graph: Graph
  /** Every step with what follows it, each before those that may follow. */
  all: Map<string, { step: Step; next: string | null }>
}

/** A published version never changes, so it is read once for each process. */
const known = new Map<string, Version>()
const MOST_KNOWN = 500

export async function versionOf(ctx: Ctx, workflowId: string, number: number): Promise<Version | undefined> {
  const key = `${ctx.client.id} ${workflowId} ${number}`
  const before = known.get(key)
  if (before) return before
  const [row] = await ctx.db
    .select({ graph: workflowVersions.graph })
    .from(workflowVersions)
    .where(and(eq(workflowVersions.workflowId, workflowId), eq(workflowVersions.number, number)))
  if (!row) return
  const version = { workflowId, number, graph: row.graph, all: stepsById(row.graph) }
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
  known.set(key, version)
  return version
}

/** What new people get; nothing while it is not active. */
export async function publishedVersion(ctx: Ctx, workflowId: string): Promise<Version | undefined> {
  const [row] = await ctx.db
    .select({ number: workflows.published })
    .from(workflows)
    .where(and(eq(workflows.id, workflowId), eq(workflows.state, 'active')))
  return row && versionOf(ctx, workflowId, row.number)
}
