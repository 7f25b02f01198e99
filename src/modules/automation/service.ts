import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { Conditions } from '#people/segments/contract.ts'
import type { NewWorkflow, Pause, Workflow, WorkflowChange, WorkflowFilter } from './contract.ts'
import { actionsIn, problemsOf } from './rules/graph.ts'
import { MINUTES_PER_ACTION, openRuns } from './rules/states.ts'
import { enrollPeople } from './service/engine.ts'
import { actionProblem, triggerKeys, triggerProblem } from './service/registry.ts'
import { requireTriggerPermissions, requireWorkflowPermissions } from './service/workflow-permissions.ts'
import { workflowRuns, workflowSteps, workflows, workflowTimers, workflowTriggers, workflowVersions } from './tables.ts'
import { resumeRun } from './tasks.ts'

const columns = {
  id: workflows.id,
  name: workflows.name,
  description: workflows.description,
  category: workflows.category,
  state: workflows.state,
  draft: workflows.draft,
  published: workflows.published,
  lastRun:
    sql<Date | null>`(select max(r.created_at) from workflow_runs r where r.client_id = ${workflows}.client_id and r.workflow_id = ${workflows}.id)`.mapWith(
      workflows.createdAt,
    ),
  createdAt: workflows.createdAt,
  updatedAt: workflows.updatedAt,
  version: workflows.version,
}
type Row = Omit<Workflow, 'triggers' | 'actions' | 'problems'>

/** What came of a wait, or conditions of a segment. */
function conditionsProblem(conditions: unknown): string | null {
  if ((conditions as { waited?: string } | null)?.waited) return null
  return Conditions.safeParse(conditions).success ? null : 'Complete the conditions'
}

const known = () => ({ triggers: triggerKeys(), actionProblem, triggerProblem, conditionsProblem })

const shown = (row: Row): Workflow => ({
  ...row,
  triggers: row.draft.triggers.length,
  actions: actionsIn(row.draft).length,
  problems: problemsOf(row.draft, known()),
})

const orders = { name: sql`lower(${workflows.name})`, lastRun: sql`${columns.lastRun}`, updatedAt: workflows.updatedAt }

export async function list(ctx: Ctx, { search, state, category, sort, cursor, limit }: WorkflowFilter) {
  const where = and(
    isNull(workflows.deletedAt),
    search
      ? or(ilike(workflows.name, containing(search)), ilike(workflows.description, containing(search)))
      : undefined,
    state?.length ? inArray(workflows.state, state) : undefined,
    category ? eq(workflows.category, category) : undefined,
  )
  const by = orders[sort.replace('-', '') as keyof typeof orders]
  const offset = pageStart(cursor, 10_000)
  const rows = await ctx.db
    .select(columns)
    .from(workflows)
    .where(where)
    .orderBy(sql`${by} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')} nulls last`, desc(workflows.id))
    .limit(limit)
    .offset(offset)
  const [all] = await ctx.db.select({ total: count() }).from(workflows).where(where)
  const nextCursor = rows.length === limit ? String(offset + limit) : null
  return { items: rows.map(shown), nextCursor, total: all!.total }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Workflow> {
  const [row] = await ctx.db
    .select(columns)
    .from(workflows)
    .where(and(eq(workflows.id, id), isNull(workflows.deletedAt)))
  return shown(found(row, 'Workflow'))
}

export async function stats(ctx: Ctx) {
  const since = new Date(clock.ms() - days(30))
  const today = DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('day').toJSDate()
  const of = (state: string) =>
    sql<number>`count(*) filter (where state = ${state} and finished_at > ${since.toISOString()}::timestamptz)::int`
  const [active] = await ctx.db
    .select({ count: count() })
    .from(workflows)
    .where(and(eq(workflows.state, 'active'), isNull(workflows.deletedAt)))
  const [runs] = await ctx.db
    .select({
      today: sql<number>`count(*) filter (where created_at >= ${today.toISOString()}::timestamptz)::int`,
      completed: of('completed'),
      failed: of('failed'),
    })
    .from(workflowRuns)
  const [done] = await ctx.db
    .select({ count: count() })
    .from(workflowSteps)
    .where(and(eq(workflowSteps.kind, 'action'), eq(workflowSteps.state, 'done')))
  const ended = runs!.completed + runs!.failed
  return {
    active: active!.count,
    today: runs!.today,
    successRate: ended === 0 ? null : runs!.completed / ended,
    minutesSaved: done!.count * MINUTES_PER_ACTION,
  }
}

export async function create(ctx: Ctx, input: NewWorkflow): Promise<Workflow> {
  if (input.draft) requireTriggerPermissions(ctx, input.draft)
  const [row] = await ctx.db
    .insert(workflows)
    .values({ ...input, createdBy: userOf(ctx) })
    .returning({ id: workflows.id })
  announce(ctx, 'automation', row!.id)
  return get(ctx, row!)
}

/** Changes the draft alone: nobody who is in it notices. Two who edit at once: the second is told. */
export async function update(ctx: Ctx, { id, version, ...changes }: WorkflowChange): Promise<Workflow> {
  await requireWorkflowPermissions(ctx, await get(ctx, { id }))
  if (changes.draft) requireTriggerPermissions(ctx, changes.draft)
  const [row] = await ctx.db
    .update(workflows)
    .set(changes)
    .where(and(eq(workflows.id, id), eq(workflows.version, version)))
    .returning({ id: workflows.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'automation', id)
  return get(ctx, { id })
}

export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Workflow> {
  const { name, description, category, draft } = await get(ctx, { id })
  return create(ctx, { name: `${name} (copy)`.slice(0, 120), description, category, draft })
}

/** The draft becomes the version that new people get; those in an older one finish that. */
export async function publish(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<Workflow> {
  const before = await get(ctx, { id })
  await requireWorkflowPermissions(ctx, before)
  if (before.version !== version) throw new Failure('CONFLICT')
  const [problem] = before.problems
  if (problem)
    throw new Failure('BAD_REQUEST', problem.message, {
      data: { issues: before.problems.map(({ at, message }) => ({ path: ['draft', at], message })) },
    })
  const number = before.published + 1
  const [row] = await ctx.db
    .update(workflows)
    .set({ published: number, state: 'active' })
    .where(and(eq(workflows.id, id), eq(workflows.version, version)))
    .returning({ id: workflows.id })
  if (!row) throw new Failure('CONFLICT')
  await ctx.db
    .insert(workflowVersions)
    .values({ workflowId: id, number, graph: before.draft, publishedBy: userOf(ctx) })
  await ctx.db.delete(workflowTriggers).where(eq(workflowTriggers.workflowId, id))
  if (before.draft.triggers.length > 0)
    await ctx.db
      .insert(workflowTriggers)
      .values(before.draft.triggers.map(one => ({ ...one, workflowId: id, createdAt: clock.now() })))
  announce(ctx, 'automation', id)
  return get(ctx, { id })
}

const waiting = (id: string) => and(eq(workflowRuns.workflowId, id), eq(workflowRuns.state, 'waiting'))

export async function pause(ctx: Ctx, { id, how }: Pause): Promise<Workflow> {
  await get(ctx, { id })
  await ctx.db
    .update(workflows)
    .set({ state: 'paused' })
    .where(and(eq(workflows.id, id), eq(workflows.state, 'active')))
  if (how === 'freeze') await ctx.db.update(workflowRuns).set({ state: 'frozen' }).where(waiting(id))
  if (how === 'cancel') await cancelRuns(ctx, id)
  announce(ctx, 'automation', id)
  return get(ctx, { id })
}

async function cancelRuns(ctx: Ctx, id: string): Promise<void> {
  const runs = await ctx.db
    .update(workflowRuns)
    .set({ state: 'cancelled', finishedAt: clock.now() })
    .where(and(eq(workflowRuns.workflowId, id), inArray(workflowRuns.state, [...openRuns])))
    .returning({ id: workflowRuns.id })
  if (runs.length > 0)
    await ctx.db.delete(workflowTimers).where(
      inArray(
        workflowTimers.runId,
        runs.map(run => run.id),
      ),
    )
}

/** Those who were frozen go on; a wait that is over meanwhile ends now. */
export async function activate(ctx: Ctx, { id }: { id: string }): Promise<Workflow> {
  const workflow = await get(ctx, { id })
  await requireWorkflowPermissions(ctx, workflow)
  const { published, state } = workflow
  if (published === 0) throw new Failure('BAD_REQUEST', 'Publish this workflow first.')
  if (state === 'paused') {
    await ctx.db.update(workflows).set({ state: 'active' }).where(eq(workflows.id, id))
    const runs = await ctx.db
      .update(workflowRuns)
      .set({ state: 'waiting' })
      .where(and(eq(workflowRuns.workflowId, id), eq(workflowRuns.state, 'frozen')))
      .returning({ id: workflowRuns.id, at: workflowRuns.at })
    for (const run of runs) await enqueue(ctx, resumeRun, { runId: run.id, step: run.at! })
    announce(ctx, 'automation', id)
  }
  return get(ctx, { id })
}

/** Nobody is in it any more, and nothing starts it. */
export async function archive(ctx: Ctx, { id }: { id: string }): Promise<Workflow> {
  await get(ctx, { id })
  await ctx.db.update(workflows).set({ state: 'archived' }).where(eq(workflows.id, id))
  await cancelRuns(ctx, id)
  announce(ctx, 'automation', id)
  return get(ctx, { id })
}

/** By hand: each person once more if the rule of re-entry allows it. */
export async function enroll(ctx: Ctx, { id, personIds }: { id: string; personIds: string[] }) {
  const workflow = await get(ctx, { id })
  await requireWorkflowPermissions(ctx, workflow)
  if (workflow.state !== 'active') throw new Failure('BAD_REQUEST', 'Only an active workflow takes people.')
  const key = randomUUID()
  const enrolled = await enrollPeople(ctx, {
    workflowId: id,
    personIds,
    trigger: 'manual',
    depth: 0,
    eventKey: personId => `manual ${key} ${personId}`,
  })
  return { enrolled: enrolled.length }
}
