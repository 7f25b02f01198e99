import { inArray, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import type { Step } from '../rules/graph.ts'
import { openRuns, type RunState } from '../rules/states.ts'
import { workflowRuns, workflowSteps, workflowTimers } from '../tables.ts'
import { resumeRun } from '../tasks.ts'
import { pauseIfFailing } from './health.ts'
import { type Logged, type Outcome, performStep, type Run } from './steps.ts'
import type { Version } from './versions.ts'

/** Waits of more runs than these get no job of their own; the sweep finds them. */
const FEW = 20

interface RunUpdate {
  run: Run
  state: RunState
  at: string | null
  problem?: string
}
type LogRow = typeof workflowSteps.$inferInsert
export const toLogRow = (run: Run, step: Step, { problem, ...rest }: Logged): LogRow => ({
  runId: run.id,
  step: step.id,
  kind: step.kind,
  problem: problem ?? null,
  createdAt: clock.now(),
  input: {},
  output: {},
  ...rest,
})

/** Written in one statement; a step that is tried again replaces what it said before. */
export async function writeLogs(ctx: Ctx, rows: LogRow[]): Promise<void> {
  if (rows.length === 0) return
  const said = (column: string) => sql.raw(`excluded.${column}`)
  await ctx.db
    .insert(workflowSteps)
    .values(rows)
    .onConflictDoUpdate({
      target: [workflowSteps.clientId, workflowSteps.runId, workflowSteps.step],
      set: {
        state: said('state'),
        input: said('input'),
        output: said('output'),
        problem: said('problem'),
        createdAt: said('created_at'),
      },
    })
}

/**
 * Runs of one version go on until each waits, ends or fails. All of it is one transaction: what they wrote and where they
 * stand. Steps come in the order of the version, each for all runs that have come to it.
 */
export async function advanceRuns(
  ctx: Ctx,
  runs: readonly Run[],
  version: Version,
  logged: LogRow[] = [],
): Promise<void> {
  if (runs.length === 0) return
  const logs = [...logged]
  const flush = () => writeLogs(ctx, logs.splice(0))
  const ended: RunUpdate[] = []
  const timers: { run: Run; step: string; timer: NonNullable<Outcome['timer']> }[] = []
  const before = new Map<string | null, Run[]>(Map.groupBy(runs, ({ at }) => at))
  for (const [id, { step, next }] of version.all) {
    const here = before.get(id)
    if (!here) continue
    before.delete(id)
    const outcomes = await performStep(ctx, here, step, version.graph.exit, { now: clock.now(), flush })
    for (const [i, { log, end, problem, into, timer }] of outcomes.entries()) {
      const run = here[i]!
      if (log) logs.push(toLogRow(run, step, log))
      if (timer) timers.push({ run, step: id, timer })
      if (end) ended.push({ run, state: end, at: id, ...(problem && { problem }) })
      else {
        const to = into ?? next
        before.set(to, [...(before.get(to) ?? []), run])
      }
    }
  }
  for (const [at, lost] of before)
    for (const run of lost)
      ended.push(
        at === null
          ? { run, state: 'completed', at }
          : { run, state: 'failed', at, problem: 'This step is not in its version' },
      )
  await flush()
  await setTimers(ctx, timers)
  await updateRunStates(ctx, ended)
}

async function setTimers(
  ctx: Ctx,
  all: { run: Run; step: string; timer: NonNullable<Outcome['timer']> }[],
): Promise<void> {
  if (all.length === 0) return
  await ctx.db.insert(workflowTimers).values(
    all.map(({ run, step, timer }) => ({
      runId: run.id,
      step,
      personId: run.personId,
      dueAt: timer.dueAt,
      trigger: timer.trigger ?? null,
      taskId: timer.taskId ?? null,
    })),
  )
  if (all.length <= FEW)
    for (const { run, step, timer } of all)
      await enqueue(ctx, resumeRun, { runId: run.id, step }, { after: timer.dueAt })
}

const isOpen = (state: RunState) => (openRuns as readonly string[]).includes(state)

/** Where each run stands now; those that end alike in one statement. */
export async function updateRunStates(ctx: Ctx, ended: readonly RunUpdate[]): Promise<void> {
  const alike = Map.groupBy(ended, ({ state, at, problem }) => JSON.stringify([state, at, problem ?? null]))
  for (const group of alike.values()) {
    const { state, at, problem = null } = group[0]!
    await ctx.db
      .update(workflowRuns)
      .set({ state, at, problem, finishedAt: isOpen(state) ? null : clock.now() })
      .where(
        inArray(
          workflowRuns.id,
          group.map(({ run }) => run.id),
        ),
      )
  }
  for (const workflowId of new Set(ended.map(({ run }) => run.workflowId))) announce(ctx, 'automation', workflowId)
  const failing = new Set(ended.flatMap(({ run, state }) => (state === 'failed' ? [run.workflowId] : [])))
  for (const workflowId of failing) await pauseIfFailing(ctx, workflowId)
}
