import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { usualHours } from '#messaging/carrier/rules.ts'
import { accountRow } from '#messaging/carrier/service.ts'
import { people } from '#people/tables.ts'
import { type Graph, type Step, stepsById } from '../rules/graph.ts'
import { MOST_DEPTH, openRuns } from '../rules/states.ts'
import { endOf } from '../rules/waiting.ts'
import {
  workflowRuns,
  workflowSteps,
  workflows,
  workflowTimers,
  workflowTriggers,
  workflowVersions,
} from '../tables.ts'
import { resumeRun } from '../tasks.ts'
import { meets } from './conditions.ts'
import { actionOf, triggerOf } from './registry.ts'

type Run = typeof workflowRuns.$inferSelect

/** Within this time of a step of its own, a workflow is not started again for the same person: neither by its own writes nor by each saved field. */
const SETTLING = minutes(1)
/** Steps that share one transaction. */
const MOST_STEPS = 50

/** An event of some module: ends waits for it, and starts the workflows that it fits. The same event does both once. */
export async function onTrigger(ctx: Ctx, trigger: string, payload: unknown): Promise<void> {
  const piece = triggerOf(trigger)!
  const personId = await piece.person(payload, ctx)
  if (!personId) return
  await endEventWaits(ctx, trigger, personId)
  const rows = await ctx.db
    .select({ workflowId: workflowTriggers.workflowId, input: workflowTriggers.input })
    .from(workflowTriggers)
    .innerJoin(
      workflows,
      and(eq(workflows.clientId, workflowTriggers.clientId), eq(workflows.id, workflowTriggers.workflowId)),
    )
    .where(and(eq(workflowTriggers.trigger, trigger), eq(workflows.state, 'active')))
  const eventKey = createHash('sha256')
    .update(`${trigger} ${JSON.stringify(payload)}`)
    .digest('hex')
    .slice(0, 40)
  for (const { workflowId, input } of rows)
    if (!piece.fits || (await piece.fits(payload, input, ctx)))
      await enroll(ctx, { workflowId, personId, trigger, eventKey })
}

export interface Enrollment {
  workflowId: string
  personId: string
  trigger: string
  eventKey: string
}

/** @returns the run; undefined where its rule of re-entry or the loop guard keeps the person out */
export async function enroll(
  ctx: Ctx,
  { workflowId, personId, trigger, eventKey }: Enrollment,
): Promise<string | undefined> {
  // Two events of one person at once: the second sees the run of the first.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`run ${workflowId} ${personId}`}, 0))`)
  const published = await versionOf(ctx, workflowId)
  if (!published) return
  const [before] = await ctx.db
    .select({ runNo: workflowRuns.runNo, state: workflowRuns.state })
    .from(workflowRuns)
    .where(and(eq(workflowRuns.workflowId, workflowId), eq(workflowRuns.personId, personId)))
    .orderBy(desc(workflowRuns.runNo))
    .limit(1)
  const { reentry } = published.graph
  if (before && reentry === 'once') return
  if (before && reentry === 'after_finish' && isOpen(before.state)) return
  const cause = await causeOf(ctx, workflowId, personId)
  if (cause === 'itself' || cause >= MOST_DEPTH) return
  const [run] = await ctx.db
    .insert(workflowRuns)
    .values({
      ...{ workflowId, personId, trigger, eventKey, versionNumber: published.number },
      ...{
        at: published.graph.steps[0]?.id ?? null,
        depth: cause,
        runNo: (before?.runNo ?? 0) + 1,
        createdAt: clock.now(),
      },
    })
    .onConflictDoNothing()
    .returning()
  if (!run) return
  announce(ctx, 'automation', workflowId)
  await advance(ctx, run, published.graph)
  return run.id
}

const isOpen = (state: Run['state']) => (openRuns as readonly string[]).includes(state)

async function versionOf(ctx: Ctx, workflowId: string, number?: number) {
  const [row] = await ctx.db
    .select({ number: workflowVersions.number, graph: workflowVersions.graph })
    .from(workflowVersions)
    .innerJoin(
      workflows,
      and(eq(workflows.clientId, workflowVersions.clientId), eq(workflows.id, workflowVersions.workflowId)),
    )
    .where(
      and(
        eq(workflowVersions.workflowId, workflowId),
        number === undefined ? eq(workflowVersions.number, workflows.published) : eq(workflowVersions.number, number),
      ),
    )
  return row
}

/** How deep the chain of runs is that a new one would hang on: those that acted for this person just now. */
async function causeOf(ctx: Ctx, workflowId: string, personId: string): Promise<number | 'itself'> {
  const rows = await ctx.db
    .selectDistinct({ workflowId: workflowRuns.workflowId, depth: workflowRuns.depth })
    .from(workflowSteps)
    .innerJoin(
      workflowRuns,
      and(eq(workflowRuns.clientId, workflowSteps.clientId), eq(workflowRuns.id, workflowSteps.runId)),
    )
    .where(and(eq(workflowRuns.personId, personId), gt(workflowSteps.createdAt, new Date(clock.ms() - SETTLING))))
  if (rows.some(row => row.workflowId === workflowId)) return 'itself'
  return rows.length === 0 ? 0 : Math.max(...rows.map(row => row.depth)) + 1
}

/** Goes on until the run waits, ends or fails. All of it is one transaction: what it wrote and where it stands. */
export async function advance(ctx: Ctx, run: Run, graph: Graph): Promise<void> {
  const all = stepsById(graph)
  let at = run.at
  for (let count = 0; at; count++) {
    if (count >= MOST_STEPS) return save(ctx, run, { state: 'failed', at, problem: 'Too many steps at once' })
    const found = all.get(at)
    if (!found) return save(ctx, run, { state: 'failed', at, problem: 'This step is not in its version' })
    const outcome = await performSafely(ctx, run, found.step, graph.exit)
    if (outcome.end)
      return save(ctx, run, { state: outcome.end, at, ...(outcome.problem && { problem: outcome.problem }) })
    at = outcome.into === undefined ? found.next : (outcome.into ?? found.next)
  }
  await save(ctx, run, { state: 'completed', at: null })
}

async function save(ctx: Ctx, run: Run, set: Partial<Run>): Promise<void> {
  const finishedAt = set.state && !isOpen(set.state) ? clock.now() : null
  await ctx.db
    .update(workflowRuns)
    .set({ problem: null, ...set, finishedAt })
    .where(eq(workflowRuns.id, run.id))
  announce(ctx, 'automation', run.workflowId)
}

interface Outcome {
  end?: 'waiting' | 'failed' | 'exited' | 'completed'
  problem?: string
  /** The first step of a branch; null for an empty one. */
  into?: string | null
}

/** What a step wrote before it failed is rolled back; the failure stays in the log. */
async function performSafely(ctx: Ctx, run: Run, step: Step, exit: Graph['exit']): Promise<Outcome> {
  await ctx.db.execute(sql`savepoint step`)
  try {
    const leaves = exit !== null && !(await meets(ctx, run.personId, exit))
    const outcome: Outcome = leaves ? { end: 'exited' } : await perform(ctx, run, step)
    await ctx.db.execute(sql`release savepoint step`)
    return outcome
  } catch (error) {
    await ctx.db.execute(sql`rollback to savepoint step`)
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'It failed'
    await log(ctx, run, step, { state: 'failed', problem })
    return { end: 'failed', problem }
  }
}

interface Logged {
  state: 'done' | 'waiting' | 'failed' | 'skipped'
  input?: Record<string, unknown>
  output?: Record<string, unknown>
  problem?: string
}
async function log(ctx: Ctx, run: Run, step: Step, { problem, ...rest }: Logged): Promise<void> {
  const row = { ...rest, problem: problem ?? null, createdAt: clock.now() }
  await ctx.db
    .insert(workflowSteps)
    .values({ runId: run.id, step: step.id, kind: step.kind, ...row })
    .onConflictDoUpdate({ target: [workflowSteps.clientId, workflowSteps.runId, workflowSteps.step], set: row })
}

async function perform(ctx: Ctx, run: Run, step: Step): Promise<Outcome> {
  switch (step.kind) {
    case 'action':
      return act(ctx, run, step)
    case 'wait':
      return wait(ctx, run, step)
    case 'branch':
      return choose(ctx, run, step, await holds(ctx, run, step.conditions))
    case 'split':
      return choose(ctx, run, step, shareOf(run, step) < step.percent)
    case 'goal': {
      const isMet = await meets(ctx, run.personId, step.conditions)
      await log(ctx, run, step, { state: isMet ? 'done' : 'skipped' })
      return isMet ? { end: 'completed' } : {}
    }
    case 'exit':
      await log(ctx, run, step, { state: 'done' })
      return { end: 'exited' }
    case 'approval':
      throw new Error('Approval is not known')
  }
}

async function act(ctx: Ctx, run: Run, step: Extract<Step, { kind: 'action' }>): Promise<Outcome> {
  const action = actionOf(step.action)
  if (!action) throw new Error('This action is not known any more')
  const input = action.input.parse(step.input)
  const output = await action.run(ctx, { personId: run.personId, input, key: `run:${run.id}:${step.id}` })
  await log(ctx, run, step, { state: 'done', input: step.input, output: output as Record<string, unknown> })
  return {}
}

/** What came of the wait before, or what the person is now. */
async function holds(ctx: Ctx, run: Run, conditions: unknown): Promise<boolean> {
  const waited = (conditions as { waited?: 'event' | 'timeout' } | null)?.waited
  if (!waited) return meets(ctx, run.personId, conditions)
  const [last] = await ctx.db
    .select({ output: workflowSteps.output })
    .from(workflowSteps)
    .where(and(eq(workflowSteps.runId, run.id), eq(workflowSteps.kind, 'wait'), eq(workflowSteps.state, 'done')))
    .orderBy(desc(workflowSteps.createdAt), desc(workflowSteps.id))
    .limit(1)
  return last?.output.ended === waited
}

async function choose(
  ctx: Ctx,
  run: Run,
  step: Extract<Step, { kind: 'branch' | 'split' }>,
  isYes: boolean,
): Promise<Outcome> {
  await log(ctx, run, step, { state: 'done', output: { branch: isYes ? 'yes' : 'no' } })
  return { into: (isYes ? step.yes : step.no)[0]?.id ?? null }
}

/** The same person goes the same way whenever it is asked: 0 to 99 from run and step. */
const shareOf = (run: Run, step: Step) =>
  createHash('sha256').update(`${run.id} ${step.id}`).digest().readUInt32BE(0) % 100

async function wait(ctx: Ctx, run: Run, step: Extract<Step, { kind: 'wait' }>): Promise<Outcome> {
  const office = (await accountRow(ctx))?.officeHours ?? usualHours
  if (step.wait.for === 'date') throw new Error('Dates are not known')
  const dueAt = endOf(step.wait, clock.now(), { timeZone: ctx.client.timeZone, office })
  if (dueAt <= clock.now()) {
    await log(ctx, run, step, { state: 'done', output: { ended: 'timeout' } })
    return {}
  }
  const taskId = step.wait.for === 'task' ? await lastTask(ctx, run) : null
  await ctx.db.insert(workflowTimers).values({
    ...{ runId: run.id, step: step.id, dueAt, personId: run.personId, taskId },
    trigger: step.wait.for === 'event' ? step.wait.trigger : null,
  })
  await log(ctx, run, step, { state: 'waiting', output: { until: dueAt.toISOString() } })
  await enqueue(ctx, resumeRun, { runId: run.id, step: step.id }, { after: dueAt })
  return { end: 'waiting' }
}

async function lastTask(ctx: Ctx, run: Run): Promise<string | null> {
  const rows = await ctx.db
    .select({ output: workflowSteps.output })
    .from(workflowSteps)
    .where(eq(workflowSteps.runId, run.id))
    .orderBy(desc(workflowSteps.createdAt), desc(workflowSteps.id))
  const found = rows.map(row => row.output.taskId).find(id => typeof id === 'string')
  return (found as string | undefined) ?? null
}

async function endEventWaits(ctx: Ctx, trigger: string, personId: string): Promise<void> {
  const due = await ctx.db
    .select({ runId: workflowTimers.runId, step: workflowTimers.step })
    .from(workflowTimers)
    .where(and(eq(workflowTimers.trigger, trigger), eq(workflowTimers.personId, personId)))
  for (const one of due) await resume(ctx, one.runId, one.step, 'event')
}

export async function endTaskWaits(ctx: Ctx, taskId: string): Promise<void> {
  const due = await ctx.db
    .select({ runId: workflowTimers.runId, step: workflowTimers.step })
    .from(workflowTimers)
    .where(eq(workflowTimers.taskId, taskId))
  for (const one of due) await resume(ctx, one.runId, one.step, 'event')
}

/** A wait that is over. The second of two (timer, event, another worker) finds the timer gone and does nothing. */
export async function resume(ctx: Ctx, runId: string, step: string, ended: 'event' | 'timeout'): Promise<void> {
  const [run] = await ctx.db.select().from(workflowRuns).where(eq(workflowRuns.id, runId)).for('update')
  if (run?.state !== 'waiting' || run.at !== step) return
  const [timer] = await ctx.db
    .select()
    .from(workflowTimers)
    .where(and(eq(workflowTimers.runId, runId), eq(workflowTimers.step, step)))
  if (!timer || (ended === 'timeout' && timer.dueAt > clock.now())) return
  await ctx.db.delete(workflowTimers).where(eq(workflowTimers.id, timer.id))
  const version = await versionOf(ctx, run.workflowId, run.versionNumber)
  const found = version && stepsById(version.graph).get(step)
  if (!version || !found) return save(ctx, run, { state: 'failed', problem: 'This step is not in its version' })
  if (!(await isThere(ctx, run.personId))) return save(ctx, run, { state: 'cancelled' })
  await log(ctx, run, found.step, { state: 'done', output: { ended } })
  if (!found.next) return save(ctx, run, { state: 'completed', at: null })
  await advance(ctx, { ...run, state: 'running', at: found.next }, version.graph)
}

/** Someone who was deleted goes no further; someone who was merged goes on as the person who stays. */
async function isThere(ctx: Ctx, personId: string): Promise<boolean> {
  const [row] = await ctx.db.select({ deletedAt: people.deletedAt }).from(people).where(eq(people.id, personId))
  return row !== undefined && row.deletedAt === null
}

/** A failed run tries its step once more. */
export async function retry(ctx: Ctx, runId: string): Promise<void> {
  const [run] = await ctx.db
    .select()
    .from(workflowRuns)
    .where(and(eq(workflowRuns.id, runId), inArray(workflowRuns.state, ['failed'])))
    .for('update')
  if (!run) return
  const version = await versionOf(ctx, run.workflowId, run.versionNumber)
  if (version) await advance(ctx, { ...run, state: 'running' }, version.graph)
}
