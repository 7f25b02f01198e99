import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { usualHours } from '#messaging/carrier/rules.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { requestApprovals } from '../approvals/service/approval-requests.ts'
import type { Graph, Step, Wait } from '../rules/graph.ts'
import { waitEnd } from '../rules/wait-times.ts'
import { type workflowRuns, workflowSteps } from '../tables.ts'
import { peopleMeetingConditions } from './conditions.ts'
import { dateEnd } from './dates.ts'
import { actionOf } from './registry.ts'

export type Run = typeof workflowRuns.$inferSelect

export interface Logged {
  state: 'done' | 'waiting' | 'failed' | 'skipped'
  input?: Record<string, unknown>
  output?: Record<string, unknown>
  problem?: string
}
export interface Timer {
  dueAt: Date
  trigger?: string
  taskId?: string | null
}
/** What came of one step for one run. */
export interface Outcome {
  log?: Logged
  end?: 'waiting' | 'failed' | 'exited' | 'completed'
  problem?: string
  /** The first step of a branch; null for an empty one. */
  into?: string | null
  timer?: Timer
}
/** Where and when: a simulation has a time of its own, and its logs are those of this walk alone. */
export interface Walking {
  now: Date
  /** Writes what this walk has logged so far, for steps that read the log. */
  flush: () => Promise<void>
}

/** One step for all runs that stand before it, in their order. */
export async function performStep(
  ctx: Ctx,
  runs: readonly Run[],
  step: Step,
  exit: Graph['exit'],
  walking: Walking,
): Promise<Outcome[]> {
  // Each action has a savepoint of its own, and a split asks the database nothing.
  if (exit === null && (step.kind === 'action' || step.kind === 'split' || step.kind === 'exit'))
    return performHere(ctx, runs, step, walking)
  if (readsLog(step)) await walking.flush()
  const saved = ctx.db.execute(sql`savepoint all_of_step`)
  try {
    const staying = exit === null ? null : await peopleMeetingConditions(ctx, personsOf(runs), exit)
    const here = staying ? runs.filter(run => staying.has(run.personId)) : runs
    const outcomes = await performHere(ctx, here, step, walking)
    await Promise.all([saved, ctx.db.execute(sql`release savepoint all_of_step`)])
    const of = new Map(here.map((run, i) => [run, outcomes[i]!]))
    return runs.map(run => of.get(run) ?? { end: 'exited' })
  } catch (error) {
    await saved
    await ctx.db.execute(sql`rollback to savepoint all_of_step`)
    return runs.map(() => failedBy(error))
  }
}

const waitedFor = (conditions: unknown) => (conditions as { waited?: 'event' | 'timeout' } | null)?.waited
const readsLog = (step: Step): boolean =>
  step.kind === 'branch' ? waitedFor(step.conditions) !== undefined : step.kind === 'wait' && step.wait.for === 'task'

function failedBy(error: unknown, input?: Record<string, unknown>): Outcome {
  const problem = error instanceof Error ? error.message.slice(0, 500) : 'It failed'
  return { log: { state: 'failed', ...(input && { input }), problem }, end: 'failed', problem }
}

const personsOf = (runs: readonly Run[]) => [...new Set(runs.map(run => run.personId))]

async function performHere(ctx: Ctx, runs: readonly Run[], step: Step, walking: Walking): Promise<Outcome[]> {
  if (runs.length === 0) return []
  switch (step.kind) {
    case 'action': {
      const outcomes: Outcome[] = []
      for (const run of runs) outcomes.push(await act(ctx, run, step))
      return outcomes
    }
    case 'wait':
      return wait(ctx, runs, step, walking)
    case 'branch': {
      const isYes = await holding(ctx, runs, step.conditions)
      return runs.map(run => chosen(step, isYes(run)))
    }
    case 'split':
      return runs.map(run => chosen(step, shareOf(run, step) < step.percent))
    case 'goal': {
      const met = await peopleMeetingConditions(ctx, personsOf(runs), step.conditions)
      return runs.map(({ personId }) =>
        met.has(personId) ? { log: { state: 'done' }, end: 'completed' } : { log: { state: 'skipped' } },
      )
    }
    case 'exit':
      return runs.map(() => ({ log: { state: 'done' }, end: 'exited' }))
    case 'approval':
      return askFor(ctx, runs, step, walking)
  }
}

/** What an action wrote before it failed is rolled back; the failure stays in the log. */
async function act(ctx: Ctx, run: Run, step: Extract<Step, { kind: 'action' }>): Promise<Outcome> {
  const saved = ctx.db.execute(sql`savepoint step`)
  try {
    const action = actionOf(step.action)
    if (!action) throw new Error('This action is not known any more')
    const input = action.input.parse(step.input)
    const output: Record<string, unknown> = {
      ...(await action.run(ctx, { personId: run.personId, input, key: `run:${run.id}:${step.id}` })),
    }
    await Promise.all([saved, ctx.db.execute(sql`release savepoint step`)])
    // What the send policy keeps back is no failure: the run goes on.
    const state = typeof output.skipped === 'string' ? 'skipped' : 'done'
    return { log: { state, input: step.input, output } }
  } catch (error) {
    await saved
    await ctx.db.execute(sql`rollback to savepoint step`)
    return failedBy(error, step.input)
  }
}

/** What came of the wait before, or what the person is now. */
async function holding(ctx: Ctx, runs: readonly Run[], conditions: unknown): Promise<(run: Run) => boolean> {
  const waited = waitedFor(conditions)
  if (!waited) {
    const met = await peopleMeetingConditions(ctx, personsOf(runs), conditions)
    return run => met.has(run.personId)
  }
  const ended = await ctx.db
    .selectDistinctOn([workflowSteps.runId], { runId: workflowSteps.runId, output: workflowSteps.output })
    .from(workflowSteps)
    .where(and(logsOf(runs), eq(workflowSteps.kind, 'wait'), eq(workflowSteps.state, 'done')))
    .orderBy(workflowSteps.runId, desc(workflowSteps.createdAt), desc(workflowSteps.id))
  const how = new Map(ended.map(({ runId, output }) => [runId, output.ended]))
  return run => how.get(run.id) === waited
}

const logsOf = (runs: readonly Run[]) =>
  inArray(
    workflowSteps.runId,
    runs.map(({ id }) => id),
  )

const chosen = (step: Extract<Step, { kind: 'branch' | 'split' }>, isYes: boolean): Outcome => ({
  log: { state: 'done', output: { branch: isYes ? 'yes' : 'no' } },
  into: (isYes ? step.yes : step.no)[0]?.id ?? null,
})

/** The same person goes the same way whenever it is asked: 0 to 99 from run and step. */
const shareOf = (run: Run, step: Step) =>
  createHash('sha256').update(`${run.id} ${step.id}`).digest().readUInt32BE(0) % 100

async function wait(
  ctx: Ctx,
  runs: readonly Run[],
  step: Extract<Step, { kind: 'wait' }>,
  walking: Walking,
): Promise<Outcome[]> {
  const tasks = step.wait.for === 'task' ? await lastTasks(ctx, runs) : new Map<string, string>()
  const ends = await endsOf(ctx, runs, step.wait, walking.now)
  return runs.map((run, i): Outcome => {
    const dueAt = ends[i]!
    if (!dueAt) return { log: { state: 'skipped', output: { ended: 'no_date' } } }
    if (dueAt <= walking.now) return { log: { state: 'done', output: { ended: 'timeout' } } }
    return {
      log: { state: 'waiting', output: { until: dueAt.toISOString() } },
      end: 'waiting',
      timer: {
        dueAt,
        taskId: tasks.get(run.id) ?? null,
        ...(step.wait.for === 'event' && { trigger: step.wait.trigger }),
      },
    }
  })
}

async function askFor(
  ctx: Ctx,
  runs: readonly Run[],
  { id, question, assigneeId, amount, unit }: Extract<Step, { kind: 'approval' }>,
  { now }: Walking,
): Promise<Outcome[]> {
  const { timeZone } = ctx.client
  const dueAt = waitEnd({ for: 'duration', amount, unit }, now, { timeZone, office: usualHours })
  await requestApprovals(
    ctx,
    runs.map(run => ({ runId: run.id, step: id, personId: run.personId, question, assigneeId, dueAt })),
  )
  return runs.map(() => ({
    log: { state: 'waiting', output: { until: dueAt.toISOString() } },
    end: 'waiting',
    timer: { dueAt },
  }))
}

async function endsOf(ctx: Ctx, runs: readonly Run[], asked: Wait, now: Date): Promise<(Date | null)[]> {
  const { timeZone } = ctx.client
  if (asked.for === 'date')
    return dateEnd(ctx, personsOf(runs), asked, now).then(of => runs.map(run => of(run.personId)))
  const office = asked.for === 'hours' ? ((await accountRow(ctx))?.officeHours ?? usualHours) : usualHours
  const end = waitEnd(asked, now, { timeZone, office })
  return runs.map(() => end)
}

/** The task that each run made last. */
async function lastTasks(ctx: Ctx, runs: readonly Run[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectDistinctOn([workflowSteps.runId], {
      runId: workflowSteps.runId,
      taskId: sql<string>`${workflowSteps.output}->>'taskId'`,
    })
    .from(workflowSteps)
    .where(and(logsOf(runs), sql`${workflowSteps.output}->>'taskId' is not null`))
    .orderBy(workflowSteps.runId, desc(workflowSteps.createdAt), desc(workflowSteps.id))
  return new Map(rows.map(({ runId, taskId }) => [runId, taskId]))
}
