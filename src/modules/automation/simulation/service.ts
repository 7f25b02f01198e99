import { sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { personById } from '#people/service.ts'
import { type Graph, stepsById } from '../rules/graph.ts'
import { toLogRow, writeLogs } from '../service/advance-runs.ts'
import { type Outcome, performStep, type Run } from '../service/steps.ts'
import { requireWorkflowPermissions } from '../service/workflow-permissions.ts'
import { get as workflowById } from '../service.ts'
import { workflowRuns } from '../tables.ts'
import type { SimulatedStep, Simulation, SimulationAsked } from './contract.ts'
import { describeStep } from './rules.ts'

/**
 * Performs the draft's steps as the engine would, with its rights, one after the other over virtual time, and rolls back
 * all that they wrote: messages, jobs and news with it.
 */
export async function run(ctx: Ctx, asked: SimulationAsked): Promise<Simulation> {
  const workflow = await workflowById(ctx, asked)
  await requireWorkflowPermissions(ctx, workflow)
  const { draft } = workflow
  const person = await personById(ctx, asked.personId)
  await ctx.db.execute(sql`savepoint simulation`)
  try {
    await ctx.db.execute(sql`select set_config('app.rights', '', true)`)
    const actor = { type: 'job', name: 'automation.simulation' } as const
    const inside: Ctx = { ...ctx, actor, rights: [], news: new Map() }
    return await walk(inside, draft, { ...asked, personId: person.id })
  } finally {
    await ctx.db.execute(sql`rollback to savepoint simulation`)
  }
}

async function walk(ctx: Ctx, draft: Graph, { id, personId, startAt, answers = {} }: SimulationAsked) {
  const steps: SimulatedStep[] = []
  const all = stepsById(draft)
  const before = await begin(ctx, id, personId)
  let now = startAt ?? clock.now()
  let at = draft.steps[0]?.id ?? null
  const done = (end: Simulation['end'], problem: string | null = null) => ({ steps, endsAt: now, end, problem })
  while (at) {
    const { step, next } = found(all.get(at), 'Step')
    const [outcome] = (await performStep(ctx, [{ ...before, at }], step, draft.exit, {
      now,
      flush: async () => {},
    })) as [Outcome]
    const answer = answers[at]
    const branch = step.kind === 'approval' ? (answer === 'yes' ? 'yes' : 'no') : (outcome.log?.output?.branch ?? null)
    const held = delayReason(outcome)
    steps.push({
      step: at,
      kind: step.kind,
      at: now,
      sentence: describeStep(step),
      held,
      branch: branch as SimulatedStep['branch'],
    })
    if (outcome.end && outcome.end !== 'waiting') return done(outcome.end, outcome.problem ?? null)
    const ended = answer ?? 'timeout'
    if (outcome.timer && ended === 'timeout') now = outcome.timer.dueAt
    const log = outcome.end === 'waiting' ? { state: 'done' as const, output: { ended } } : outcome.log
    if (log) await writeLogs(ctx, [toLogRow(before, step, log)])
    const into = step.kind === 'approval' ? ((branch === 'yes' ? step.yes : step.no)[0]?.id ?? null) : outcome.into
    at = into ?? next
  }
  return done('completed')
}

const delayReason = ({ log }: Outcome): string | null => {
  const { skipped, heldUntil } = log?.output ?? {}
  return typeof skipped === 'string' ? skipped : typeof heldUntil === 'string' ? `until ${heldUntil}` : null
}

/** A run that nobody will see. */
async function begin(ctx: Ctx, workflowId: string, personId: string): Promise<Run> {
  const [row] = await ctx.db
    .insert(workflowRuns)
    .values({ workflowId, personId, versionNumber: 0, trigger: 'simulation', eventKey: `simulation ${ctx.requestId}` })
    .returning()
  return row!
}
