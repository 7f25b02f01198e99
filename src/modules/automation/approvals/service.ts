import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { endWait } from '../service/engine.ts'
import { readableRuns } from '../service/workflow-permissions.ts'
import { workflowRuns, workflows } from '../tables.ts'
import type { Approval, ApprovalFilter } from './contract.ts'
import type { ApprovalAnswer } from './rules.ts'
import { workflowApprovals } from './tables.ts'

const columns = {
  id: workflowApprovals.id,
  runId: workflowApprovals.runId,
  workflowId: workflowRuns.workflowId,
  workflowName: workflows.name,
  personId: workflowApprovals.personId,
  personName: people.name,
  question: workflowApprovals.question,
  assigneeId: workflowApprovals.assigneeId,
  state: workflowApprovals.state,
  dueAt: workflowApprovals.dueAt,
  answeredBy: workflowApprovals.answeredBy,
  answeredAt: workflowApprovals.answeredAt,
  createdAt: workflowApprovals.createdAt,
}
const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(workflowApprovals)
    .innerJoin(
      workflowRuns,
      and(eq(workflowRuns.clientId, workflowApprovals.clientId), eq(workflowRuns.id, workflowApprovals.runId)),
    )
    .innerJoin(workflows, and(eq(workflows.clientId, workflowRuns.clientId), eq(workflows.id, workflowRuns.workflowId)))
    .innerJoin(people, and(eq(people.clientId, workflowApprovals.clientId), eq(people.id, workflowApprovals.personId)))
    .$dynamic()

/** A member sees what asks them; those who may change workflows see all, but for runs that are closed to them. */
const visible = (ctx: Ctx) => {
  const asked = eq(workflowApprovals.assigneeId, userOf(ctx)!)
  if (ctx.actor.type !== 'member' || !may(ctx.actor.role, 'automation.write')) return asked
  const readable = readableRuns(ctx)
  return readable && or(asked, readable)
}

/** Open: the run still stands there, waiting. */
const open = and(
  eq(workflowApprovals.state, 'open'),
  eq(workflowRuns.state, 'waiting'),
  sql`${workflowRuns.at} = ${workflowApprovals.step}`,
)

export async function list(ctx: Ctx, { personId, workflowId, answered, cursor, limit }: ApprovalFilter) {
  const items = await select(ctx)
    .where(
      and(
        visible(ctx),
        answered ? ne(workflowApprovals.state, 'open') : open,
        personId ? eq(workflowApprovals.personId, personId) : undefined,
        workflowId ? eq(workflowRuns.workflowId, workflowId) : undefined,
        cursor && /^[0-9a-f-]{36}$/.test(cursor) ? lt(workflowApprovals.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(workflowApprovals.id))
    .limit(limit)
  return { items, nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

async function one(ctx: Ctx, id: string): Promise<Approval> {
  const [row] = await select(ctx).where(and(visible(ctx), eq(workflowApprovals.id, id)))
  return found(row, 'Approval')
}

/** Of two answers at once the second is told. */
export async function answer(ctx: Ctx, { id, answer: given }: { id: string; answer: ApprovalAnswer }) {
  const { runId } = await one(ctx, id)
  const [row] = await ctx.db
    .update(workflowApprovals)
    .set({ state: given, answeredBy: userOf(ctx), answeredAt: clock.now() })
    .where(
      and(
        eq(workflowApprovals.id, id),
        eq(workflowApprovals.state, 'open'),
        sql`exists (select from workflow_runs r where r.client_id = ${workflowApprovals}.client_id
          and r.id = ${runId} and r.state = 'waiting' and r.at = ${workflowApprovals}.step)`,
      ),
    )
    .returning({ step: workflowApprovals.step })
  if (!row) throw new Failure('CONFLICT', 'This was answered already, or is not asked any more.')
  await endWait(ctx, runId, row.step, given)
  announce(ctx, 'tasks')
  return one(ctx, id)
}
