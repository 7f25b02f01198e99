import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import { workflowApprovals } from '../approvals/tables.ts'
import type { Step } from '../rules/graph.ts'
import { MOST_DEPTH, openRuns } from '../rules/states.ts'
import { workflowRuns, workflows, workflowTimers, workflowTriggers } from '../tables.ts'
import { advanceRuns, toLogRow, updateRunStates } from './advance-runs.ts'
import { triggerOf } from './registry.ts'
import type { Run } from './steps.ts'
import { publishedVersion, type Version, versionOf } from './versions.ts'

/** Within this time of a step of its own, a workflow is not started again for the same person: neither by its own writes nor by each saved field. */
const SETTLING = minutes(1)

/** An event of some module: ends waits for it, and starts the workflows that it fits. The same event does both once. */
export async function onTrigger(ctx: Ctx, trigger: string, payload: unknown): Promise<void> {
  const piece = triggerOf(trigger)!
  const personId = await piece.person(payload, ctx)
  if (!personId) return
  const [, rows] = await Promise.all([
    endEventWaits(ctx, trigger, personId),
    ctx.db
      .select({
        workflowId: workflowTriggers.workflowId,
        input: workflowTriggers.input,
        published: workflows.published,
      })
      .from(workflowTriggers)
      .innerJoin(
        workflows,
        and(eq(workflows.clientId, workflowTriggers.clientId), eq(workflows.id, workflowTriggers.workflowId)),
      )
      .where(and(eq(workflowTriggers.trigger, trigger), eq(workflows.state, 'active'))),
  ])
  const digest = createHash('sha256')
    .update(`${trigger} ${JSON.stringify(payload)}`)
    .digest('hex')
    .slice(0, 40)
  for (const { workflowId, input, published } of rows)
    if (!piece.fits || (await piece.fits(payload, input, ctx)))
      await enrollPeople(ctx, { workflowId, personIds: [personId], trigger, eventKey: () => digest, published })
}

const waitedFor = new WeakMap<Ctx, Promise<Set<string>>>()

/** Triggers of active workflows, and those that runs wait for; asked once in a transaction, so that other events cost no job. */
export function listAwaitedTriggers(ctx: Ctx): Promise<Set<string>> {
  const known = waitedFor.get(ctx) ?? askTriggers(ctx)
  waitedFor.set(ctx, known)
  return known
}

async function askTriggers(ctx: Ctx): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ trigger: string }>(
    sql`select t.trigger from ${workflowTriggers} t join ${workflows} w on w.client_id = t.client_id and w.id = t.workflow_id
      where w.state = 'active' union select trigger from ${workflowTimers} where trigger is not null`,
  )
  return new Set(rows.map(({ trigger }) => trigger))
}

export interface Enrolling {
  workflowId: string
  personIds: readonly string[]
  trigger: string
  /** The same key starts it once. */
  eventKey: (personId: string) => string
  /** How many runs caused each other before these; asked of the log if absent. */
  depth?: number
  /** Its published version, where the caller has just seen that it is active. */
  published?: number
}

/** @returns the people who got a run; absent are those whom the rule of re-entry or the loop guard keeps out */
export async function enrollPeople(
  ctx: Ctx,
  { workflowId, personIds, trigger, eventKey, depth, published }: Enrolling,
) {
  const version = await (published ? versionOf(ctx, workflowId, published) : publishedVersion(ctx, workflowId))
  const asked = [...new Set(personIds)].sort()
  if (!version || asked.length === 0) return []
  const [, standing] = await Promise.all([
    lock(ctx, workflowId, asked),
    standingOf(ctx, workflowId, asked, depth === undefined),
  ])
  const fresh = asked.flatMap(personId => {
    const last = standing.get(personId)
    if (!last || (last.state && !mayReenter(version, last.state))) return []
    const cause = depth ?? last.cause ?? 0
    if (last.itself || cause >= MOST_DEPTH) return []
    return {
      workflowId,
      personId,
      trigger,
      eventKey: eventKey(personId),
      versionNumber: version.number,
      at: version.graph.steps[0]?.id ?? null,
      depth: cause,
      runNo: (last.runNo ?? 0) + 1,
      createdAt: clock.now(),
    }
  })
  if (fresh.length === 0) return []
  const runs = await ctx.db.insert(workflowRuns).values(fresh).onConflictDoNothing().returning()
  announce(ctx, 'automation', workflowId)
  await advanceRuns(ctx, runs, version)
  return runs.map(({ personId }) => personId)
}

const mayReenter = ({ graph: { reentry } }: Version, last: Run['state']): boolean =>
  reentry === 'every_time' || (reentry === 'after_finish' && !(openRuns as readonly string[]).includes(last))

/** Two events of one person at once: the second sees the run of the first. */
const lock = (ctx: Ctx, workflowId: string, personIds: string[]) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('run ' || ${workflowId}::text || ' ' || id, 0))
    from unnest(${sql.param(personIds)}::text[]) id`)

/** Nobody who was deleted, or merged into someone else. */
async function whoIsThere(ctx: Ctx, personIds: string[]): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from ${people} where id = any(${sql.param(personIds)}::uuid[]) and deleted_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Standing {
  /** Of their last run in this workflow. */
  runNo: number | null
  state: Run['state'] | null
  /** This workflow acted for them just now. */
  itself: boolean | null
  /** How deep the chain of runs is that a new one would hang on: those that acted for the person just now. */
  cause: number | null
}

/** How people stand to a workflow; those who were deleted, or merged into someone else, are absent. */
async function standingOf(ctx: Ctx, workflowId: string, personIds: string[], asksCause: boolean) {
  const since = new Date(clock.ms() - SETTLING).toISOString()
  const cause = asksCause
    ? sql`select bool_or(r.workflow_id = ${workflowId}) as itself, max(r.depth) + 1 as cause from ${workflowRuns} r
        where r.client_id = p.client_id and r.person_id = p.id and exists (select from workflow_steps s
          where s.client_id = r.client_id and s.run_id = r.id and s.created_at > ${since}::timestamptz)`
    : sql`select null::boolean as itself, null::int as cause`
  const { rows } = await ctx.db.execute<Standing & { id: string } & Record<string, unknown>>(
    sql`select p.id, last.run_no as "runNo", last.state, c.itself, c.cause from ${people} p
      left join lateral (select r.run_no, r.state from ${workflowRuns} r where r.client_id = p.client_id
        and r.person_id = p.id and r.workflow_id = ${workflowId} order by r.run_no desc limit 1) last on true
      left join lateral (${cause}) c on true
      where p.id = any(${sql.param(personIds)}::uuid[]) and p.deleted_at is null`,
  )
  return new Map(rows.map(row => [row.id, row]))
}

async function endEventWaits(ctx: Ctx, trigger: string, personId: string): Promise<void> {
  const due = await ctx.db
    .select({ runId: workflowTimers.runId, step: workflowTimers.step })
    .from(workflowTimers)
    .where(and(eq(workflowTimers.trigger, trigger), eq(workflowTimers.personId, personId)))
  for (const one of due) await endWait(ctx, one.runId, one.step, 'event')
}

export async function endTaskWaits(ctx: Ctx, taskId: string): Promise<void> {
  const due = await ctx.db
    .select({ runId: workflowTimers.runId, step: workflowTimers.step })
    .from(workflowTimers)
    .where(eq(workflowTimers.taskId, taskId))
  for (const one of due) await endWait(ctx, one.runId, one.step, 'event')
}

/** How a wait ended: by what it waited for, by its time, or by an answer. */
export type Ending = 'event' | 'timeout' | 'yes' | 'no'

/** A wait that is over. The second of two (timer, event, another worker) finds the timer gone and does nothing. */
export async function endWait(ctx: Ctx, runId: string, step: string, ended: Ending): Promise<void> {
  const [run] = await ctx.db.select().from(workflowRuns).where(eq(workflowRuns.id, runId)).for('update')
  if (run?.state !== 'waiting' || run.at !== step) return
  const [timer] = await ctx.db
    .select()
    .from(workflowTimers)
    .where(and(eq(workflowTimers.runId, runId), eq(workflowTimers.step, step)))
  if (!timer || (ended === 'timeout' && timer.dueAt > clock.now())) return
  await goOn(ctx, [run], ended)
}

/** Runs whose waits are over by now, at most so many; those that another worker has in hand are left to it. */
export async function endDueWaits(ctx: Ctx, most: number): Promise<number> {
  const due = await ctx.db
    .select({ run: workflowRuns })
    .from(workflowTimers)
    .innerJoin(
      workflowRuns,
      and(eq(workflowRuns.clientId, workflowTimers.clientId), eq(workflowRuns.id, workflowTimers.runId)),
    )
    .where(
      and(
        sql`${workflowTimers.dueAt} <= ${clock.now()}`,
        eq(workflowRuns.state, 'waiting'),
        eq(workflowRuns.at, workflowTimers.step),
      ),
    )
    .orderBy(workflowTimers.dueAt)
    .limit(most)
    .for('update', { of: workflowRuns, skipLocked: true })
  await goOn(
    ctx,
    due.map(({ run }) => run),
    'timeout',
  )
  return due.length
}

/** The caller holds the runs. */
async function goOn(ctx: Ctx, runs: Run[], ended: Ending): Promise<void> {
  if (runs.length === 0) return
  await ctx.db.delete(workflowTimers).where(
    inArray(
      workflowTimers.runId,
      runs.map(({ id }) => id),
    ),
  )
  const there = await whoIsThere(
    ctx,
    runs.map(({ personId }) => personId),
  )
  const gone = runs.filter(({ personId }) => !there.has(personId))
  if (ended === 'timeout') await expire(ctx, runs)
  await updateRunStates(
    ctx,
    gone.map(run => ({ run, state: 'cancelled' as const, at: run.at })),
  )
  const staying = runs.filter(({ personId }) => there.has(personId))
  for (const group of Map.groupBy(staying, run => `${run.workflowId} ${run.versionNumber}`).values())
    await goOnInVersion(ctx, group, ended)
}

/** Nobody can answer any more. */
const expire = (ctx: Ctx, runs: Run[]) =>
  ctx.db
    .update(workflowApprovals)
    .set({ state: 'expired' })
    .where(
      and(
        eq(workflowApprovals.state, 'open'),
        inArray(
          workflowApprovals.runId,
          runs.map(({ id }) => id),
        ),
      ),
    )

async function goOnInVersion(ctx: Ctx, runs: Run[], ended: Ending): Promise<void> {
  const version = (await versionOf(ctx, runs[0]!.workflowId, runs[0]!.versionNumber))!
  const logs = []
  const further: Run[] = []
  for (const run of runs) {
    const found = version.all.get(run.at!)
    if (found) logs.push(toLogRow(run, found.step, { state: 'done', output: { ended } }))
    further.push({ ...run, state: 'running', at: found ? afterWait(found.step, found.next, ended) : run.at })
  }
  await advanceRuns(ctx, further, version, logs)
}

/** What is not answered in time is a no. */
function afterWait(step: Step, next: string | null, ended: Ending): string | null {
  if (step.kind !== 'approval') return next
  return (ended === 'yes' ? step.yes : step.no)[0]?.id ?? next
}

/** A failed run tries its step once more; not in an archived workflow, nor for someone who is gone. */
export async function retryRun(ctx: Ctx, runId: string): Promise<void> {
  const [run] = await ctx.db
    .select()
    .from(workflowRuns)
    .where(and(eq(workflowRuns.id, runId), inArray(workflowRuns.state, ['failed'])))
    .for('update')
  if (!run || !(await whoIsThere(ctx, [run.personId])).has(run.personId) || (await isArchived(ctx, run))) return
  const version = await versionOf(ctx, run.workflowId, run.versionNumber)
  if (version) await advanceRuns(ctx, [{ ...run, state: 'running' }], version)
}

async function isArchived(ctx: Ctx, { workflowId }: Run): Promise<boolean> {
  const [row] = await ctx.db.select({ state: workflows.state }).from(workflows).where(eq(workflows.id, workflowId))
  return row?.state === 'archived'
}
