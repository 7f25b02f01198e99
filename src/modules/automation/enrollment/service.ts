import { and, desc, eq, sql } from 'drizzle-orm'
import { clock, seconds } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { Graph } from '../rules/graph.ts'
import { enrollPeople } from '../service/engine.ts'
import { publishedVersion } from '../service/versions.ts'
import { requireWorkflowPermissions } from '../service/workflow-permissions.ts'
import { get as workflowById } from '../service.ts'
import type { AudienceAsked, Enrollment, NewEnrollment } from './contract.ts'
import { PER_MINUTE, toPace } from './rules.ts'
import { blockedByReentry, enrollmentTargets, type TargetSelection } from './service/enrollment-targets.ts'
import { workflowEnrollments } from './tables.ts'
import { enrollNext } from './tasks.ts'

/** A job hands over to the next after so long. */
const LONGEST = seconds(20)
/** The queue's clock and ours may differ by so much. */
const NEAR = seconds(2)

const columns = {
  id: workflowEnrollments.id,
  workflowId: workflowEnrollments.workflowId,
  state: workflowEnrollments.state,
  total: workflowEnrollments.total,
  enrolled: workflowEnrollments.enrolled,
  skipped: workflowEnrollments.skipped,
  perMinute: workflowEnrollments.perMinute,
  createdAt: workflowEnrollments.createdAt,
  finishedAt: workflowEnrollments.finishedAt,
}

export async function audience(ctx: Ctx, { id, conditions }: AudienceAsked) {
  const workflow = await workflowById(ctx, { id })
  await requireWorkflowPermissions(ctx, workflow)
  const { draft } = workflow
  const meant = conditions ? { conditions } : { triggers: true as const }
  const { rows } = await ctx.db.execute<{ count: number; already: number; deceased: number }>(
    sql`select count(*) filter (where not deceased and not already)::int as count,
      count(*) filter (where not deceased and already)::int as already, count(*) filter (where deceased)::int as deceased
      from (select people.deceased, ${blockedByReentry(id, draft)} as already from people
        where people.deleted_at is null and (${enrollmentTargets(ctx, meant, draft)})) fitting`,
  )
  const { count, already, deceased } = rows[0]!
  const blocked = [
    { reason: 'already' as const, count: already },
    { reason: 'deceased' as const, count: deceased },
  ]
  return { count, blocked: blocked.filter(one => one.count > 0) }
}

/** The job begins after the commit; whom it finds then is who is enrolled. */
export async function start(ctx: Ctx, { id, conditions, personIds, perMinute }: NewEnrollment): Promise<Enrollment> {
  await requireWorkflowPermissions(ctx, await workflowById(ctx, { id }))
  const version = await publishedVersion(ctx, id)
  if (!version) throw new Failure('BAD_REQUEST', 'Only an active workflow takes people.')
  await mustBeAlone(ctx, id)
  const meant: TargetSelection = personIds ? { personIds } : conditions ? { conditions } : { triggers: true }
  const total = await countAll(ctx, meant, version.graph)
  const [row] = await ctx.db
    .insert(workflowEnrollments)
    .values({
      workflowId: id,
      meant,
      total,
      perMinute: perMinute ?? PER_MINUTE,
      createdBy: userOf(ctx),
      createdAt: clock.now(),
    })
    .returning({ id: workflowEnrollments.id })
  await enqueue(ctx, enrollNext, { enrollmentId: row!.id })
  announce(ctx, 'automation', id)
  return get(ctx, row!)
}

/** Two at once would enroll someone twice where the rule of re-entry allows it. The lock lasts until the commit. */
async function mustBeAlone(ctx: Ctx, workflowId: string): Promise<void> {
  await advisoryLock(ctx.db, `enrolling ${workflowId}`)
  const [running] = await ctx.db
    .select({ id: workflowEnrollments.id })
    .from(workflowEnrollments)
    .where(and(eq(workflowEnrollments.workflowId, workflowId), eq(workflowEnrollments.state, 'running')))
    .limit(1)
  if (running) throw new Failure('CONFLICT', 'People are being enrolled already. Wait until it is done, or cancel it.')
}

async function countAll(ctx: Ctx, meant: TargetSelection, graph: Graph): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from people where people.deleted_at is null and not people.deceased
      and (${enrollmentTargets(ctx, meant, graph)})`,
  )
  return rows[0]!.count
}

export async function list(ctx: Ctx, { workflowId }: { workflowId: string }) {
  await workflowById(ctx, { id: workflowId })
  const items = await ctx.db
    .select(columns)
    .from(workflowEnrollments)
    .where(eq(workflowEnrollments.workflowId, workflowId))
    .orderBy(desc(workflowEnrollments.id))
    .limit(50)
  return { items, nextCursor: null }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Enrollment> {
  const [row] = await ctx.db.select(columns).from(workflowEnrollments).where(eq(workflowEnrollments.id, id))
  return found(row, 'Enrollment')
}

/** Those who are in the workflow already stay in it. */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<Enrollment> {
  const { workflowId } = await get(ctx, { id })
  await ctx.db
    .update(workflowEnrollments)
    .set({ state: 'cancelled', finishedAt: clock.now() })
    .where(and(eq(workflowEnrollments.id, id), eq(workflowEnrollments.state, 'running')))
  announce(ctx, 'automation', workflowId)
  return get(ctx, { id })
}

/** Batch after batch, each one transaction with its progress, so that a killed worker neither loses nor repeats anyone. */
export async function enrollBatches(ctx: OuterCtx, enrollmentId: string): Promise<void> {
  const until = Date.now() + LONGEST
  for (;;) {
    const pause = await ctx.tx(async tx => {
      const next = await enrollBatch(tx, enrollmentId)
      const handsOver = next !== undefined && (next > 0 || Date.now() > until)
      if (handsOver) await enqueue(tx, enrollNext, { enrollmentId }, { after: next })
      return handsOver ? undefined : next
    })
    if (pause === undefined) return
  }
}

/** @returns how long the next batch waits; undefined: there is none */
async function enrollBatch(ctx: Ctx, id: string): Promise<number | undefined> {
  const [row] = await ctx.db.select().from(workflowEnrollments).where(eq(workflowEnrollments.id, id)).for('update')
  if (row?.state !== 'running' || (row.nextAt && row.nextAt.getTime() > clock.ms() + NEAR)) return
  const version = await publishedVersion(ctx, row.workflowId)
  const { take, pause } = toPace(row.perMinute)
  const ids = version ? await nextIds(ctx, row, version.graph, take) : []
  const enrolled = await enrollPeople(ctx, {
    workflowId: row.workflowId,
    personIds: ids,
    trigger: 'manual',
    depth: 0,
    eventKey: personId => `enrollment ${id} ${personId}`,
  })
  const isLast = ids.length < take
  await ctx.db
    .update(workflowEnrollments)
    .set({
      enrolled: row.enrolled + enrolled.length,
      skipped: row.skipped + ids.length - enrolled.length,
      cursor: ids.at(-1) ?? row.cursor,
      nextAt: pause > 0 ? new Date(clock.ms() + pause) : null,
      ...(isLast && { state: version ? ('done' as const) : ('cancelled' as const), finishedAt: clock.now() }),
    })
    .where(eq(workflowEnrollments.id, id))
  announce(ctx, 'automation', row.workflowId)
  return isLast ? undefined : pause
}

async function nextIds(
  ctx: Ctx,
  { meant, cursor }: typeof workflowEnrollments.$inferSelect,
  graph: Graph,
  take: number,
): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select people.id from people where people.deleted_at is null and not people.deceased
      and (${enrollmentTargets(ctx, meant, graph)}) ${cursor ? sql`and people.id > ${cursor}` : sql``}
      order by people.id limit ${take}`,
  )
  return rows.map(row => row.id)
}
