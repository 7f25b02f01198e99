import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { conditionsSql } from '#people/segments/service/sql.ts'
import type { Graph } from '../../rules/graph.ts'
import { openRuns } from '../../rules/states.ts'
import { triggerOf } from '../../service/registry.ts'
import type { TargetSelection } from '../tables.ts'

export type { TargetSelection } from '../tables.ts'

/** Which rows of `people` are meant. What fits no trigger, or a trigger that nobody can fit by what they are, is nobody. */
export function enrollmentTargets(
  ctx: Ctx,
  { personIds, conditions }: TargetSelection,
  graph: Pick<Graph, 'triggers'>,
): SQL {
  if (personIds) return sql`people.id = any(${sql.param(personIds)}::uuid[])`
  if (conditions) {
    const asked = conditions as Conditions
    return asked.of.length > 0 ? conditionsSql(ctx, asked) : sql`true`
  }
  const parts = graph.triggers.flatMap(({ trigger, input }) => {
    const piece = triggerOf(trigger)
    const read = piece?.input.safeParse(input)
    return piece?.existing && read?.success ? sql`(${piece.existing(ctx, read.data)})` : []
  })
  return parts.length > 0 ? sql.join(parts, sql` or `) : sql`false`
}

/** Whether the rule of re-entry keeps the person of `people` out. */
export function blockedByReentry(workflowId: string, { reentry }: Pick<Graph, 'reentry'>): SQL {
  if (reentry === 'every_time') return sql`false`
  const open = reentry === 'once' ? sql`` : sql`and r.state = any(${sql.param([...openRuns])}::text[])`
  return sql`exists (select from workflow_runs r where r.client_id = people.client_id and r.person_id = people.id
    and r.workflow_id = ${workflowId} ${open})`
}
