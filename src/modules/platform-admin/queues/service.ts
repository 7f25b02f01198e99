import { eq, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found, notFound } from '#kernel/failure.ts'
import { bossIn, DEAD } from '#kernel/jobs.ts'
import type { FailedJob } from './contract.ts'
import { queueActions } from './tables.ts'

/** At once: a queue of more is retried in several goes. */
const MOST = 500

export async function list(ctx: Ctx) {
  const { rows: items } = await ctx.db.execute<{ name: string; waiting: number; running: number; failed: number }>(sql`
    select q.name, count(j.id) filter (where j.state in ('created', 'retry'))::int as waiting,
           count(j.id) filter (where j.state = 'active')::int as running, 0 as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active')
    where q.name <> ${DEAD} group by 1 order by 1`)
  const { rows: failed } = await ctx.db.execute<{ name: string; count: number }>(
    sql`select queue as name, count(*)::int as count from (${everyFailed()}) f group by 1`,
  )
  const of = new Map(failed.map(row => [row.name, row.count]))
  const counted = items.map(item => ({ ...item, failed: of.get(item.name) ?? 0 }))
  return { items: counted, failed: counted.reduce((sum, item) => sum + item.failed, 0) }
}

/**
 * What has used up its tries stands failed in its own queue, with a copy among the dead letters; the first is kept for a
 * while only. Each job is told once, by the id that it had in its queue.
 */
const everyFailed = (where: SQL = sql`true`) => sql`
  select j.id, j.name as queue, j.data ->> 'client' as client, j.output as output, j.retry_count + 1 as tries,
         coalesce(j.completed_on, j.created_on) as failed_at, null::uuid as dead_id
  from pgboss.job j where j.state = 'failed' and j.name <> ${DEAD} and ${where}
  union all
  select d.source_id, d.source_name, d.data ->> 'client', d.source_output, coalesce(d.source_retry_count, 0) + 1, d.created_on, d.id
  from pgboss.job d where d.name = ${DEAD} and d.source_id is not null and d.state in ('created', 'retry', 'failed')
    and not exists (select from pgboss.job o where o.name = d.source_name and o.id = d.source_id and o.state <> 'completed')`

interface Row extends Record<string, unknown> {
  id: string
  queue: string
  client_name: string | null
  output: unknown
  tries: number
  failed_at: string
  dead_id: string | null
}

async function select(ctx: Ctx, { queue, before, most }: { queue?: string; before?: string; most: number }) {
  const [at, id] = before?.split(' ') ?? []
  const { rows } = await ctx.db.execute<Row>(sql`
    select f.*, n.name as client_name
    from (${everyFailed()}) f left join clients n on n.id::text = f.client
    where ${queue ? sql`f.queue = ${queue}` : sql`true`}
      and ${at && id ? sql`(f.failed_at, f.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`}
    order by f.failed_at desc, f.id desc limit ${most}`)
  return rows
}

const shown = ({ id, queue, client_name, output, tries, failed_at }: Row): FailedJob => ({
  id,
  queue,
  clientName: client_name,
  error: messageOf(output),
  tries,
  failedAt: new Date(failed_at),
})

function messageOf(output: unknown): string {
  const said = (output as { message?: unknown } | null)?.message
  return typeof said === 'string' && said ? said.slice(0, 500) : 'It was interrupted and had no retries left.'
}

export async function failed(ctx: Ctx, { cursor, limit, queue }: { cursor?: string; limit: number; queue?: string }) {
  const rows = await select(ctx, { queue, before: cursor, most: limit })
  const last = rows.at(-1)
  const next = rows.length === limit && last ? `${new Date(last.failed_at).toISOString()} ${last.id}` : null
  return { items: rows.map(shown), nextCursor: next }
}

async function one(ctx: Ctx, id: string): Promise<Row> {
  const { rows } = await ctx.db.execute<Row>(
    sql`select f.*, null as client_name from (${everyFailed()}) f where f.id = ${id}`,
  )
  return found(rows[0], 'Job')
}

/** Of two clicks the second finds nothing that failed. */
export async function retry(ctx: Ctx, { id }: { id: string }) {
  const job = await one(ctx, id)
  if ((await again(ctx, job)) === 0) throw notFound('Job')
  await note(ctx, { action: 'retry', queue: job.queue, jobIds: [id] })
  return {}
}

export async function retryAll(ctx: Ctx, { queue }: { queue?: string }) {
  const jobs = await select(ctx, { queue, most: MOST })
  const done: Row[] = []
  for (const job of jobs) if ((await again(ctx, job)) > 0) done.push(job)
  if (done.length > 0) await note(ctx, { action: 'retry', queue: queue ?? 'all', jobIds: done.map(job => job.id) })
  return { changed: done.length }
}

async function again(ctx: Ctx, { id, queue, dead_id }: Row): Promise<number> {
  const { boss, tx } = bossIn(ctx)
  if (!dead_id) {
    const { affected } = (await boss.retry(queue, id, tx)) as { affected: number }
    if (affected > 0) await forgetDead(ctx, id)
    return affected
  }
  const [copy] = await boss.findJobs<object>(DEAD, { id: dead_id, ...tx })
  const { affected } = (await boss.deleteJob(DEAD, dead_id, tx)) as { affected: number }
  if (copy && affected > 0) await boss.send(queue, copy.data, tx)
  return affected
}

export async function dismiss(ctx: Ctx, { id }: { id: string }) {
  const { boss, tx } = bossIn(ctx)
  const { queue, dead_id } = await one(ctx, id)
  if (!dead_id) await boss.deleteJob(queue, id, tx)
  await forgetDead(ctx, id)
  await note(ctx, { action: 'dismiss', queue, jobIds: [id] })
  return {}
}

/** In the audit log of the operator's own account. */
async function note(ctx: Ctx, action: Pick<typeof queueActions.$inferInsert, 'action' | 'queue' | 'jobIds'>) {
  const [operatorAccount] = await ctx.db.select({ id: clients.id }).from(clients).where(eq(clients.house, true))
  await ctx.db.insert(queueActions).values({ clientId: operatorAccount!.id, ...action })
}

async function forgetDead(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.execute(sql`delete from pgboss.job where name = ${DEAD} and source_id = ${id}`)
}

export async function exportCsv(ctx: Ctx, { queue }: { queue?: string }) {
  const rows = (await select(ctx, { queue, most: 10_000 })).map(shown)
  const lines = rows.map(row => [row.failedAt, row.queue, row.clientName, row.error, row.tries])
  return { csv: csvFile(['Failed', 'Job', 'Account', 'Error', 'Tries'], lines) }
}
