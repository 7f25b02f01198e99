import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { RecipientOutcome } from '../../rules/states.ts'
import type { RobocallProgress } from '../contract.ts'
import { PRICE_PER_MINUTE } from './preflight.ts'

/** Recipients `r` with the message `m` of their last try. */
export const joined = sql`robocall_recipients r left join messages m on m.client_id = r.client_id and m.id = r.message_id`

/** In the order of the outcomes: the first that fits. One that waits for a further try waits. */
export const outcomes: Readonly<Record<RecipientOutcome, SQL>> = {
  excluded: sql`(r.skip_reason is not null or (r.state = 'written' and m.state = 'skipped' and m.skip_reason <> 'cancelled'))`,
  cancelled: sql`(r.result is null and (r.state = 'cancelled' or m.state = 'skipped'))`,
  waiting: sql`(r.state = 'waiting' or (r.result is null and m.state in ('queued', 'held')))`,
  calling: sql`(r.result is null and m.state = 'sending')`,
  human: sql`(r.result = 'human')`,
  voicemail: sql`(r.result = 'voicemail')`,
  no_answer: sql`(r.result = 'no_answer')`,
  busy: sql`(r.result = 'busy')`,
  failed: sql`(r.result in ('failed', 'fax') or m.state = 'failed')`,
  unknown: sql`true`,
}
export const outcomeSql = sql`case ${sql.join(
  Object.entries(outcomes).map(([name, one]) => sql`when ${one} then ${name}`),
  sql` `,
)} end`

type Sums = Record<RecipientOutcome | 'total' | 'opted_out' | 'connected', number>

/** What became of each campaign so far, in two queries however many there are. */
export async function progressOf(ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string, RobocallProgress>> {
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<{
    id: string
    outcome: RecipientOutcome
    n: number
    opted: number
    connected: number
  }>(sql`
    select campaign_id as id, outcome, count(*)::int as n, count(*) filter (where opted_out)::int as opted,
      count(*) filter (where connected)::int as connected
    from (select r.campaign_id, r.opted_out, r.connected, ${outcomeSql} as outcome from ${joined}
      where r.campaign_id = any(${sql.param(ids)}::uuid[])) o group by 1, 2`)
  const { rows: costs } = await ctx.db.execute<{ id: string; cost: string }>(sql`
    select campaign_id as id, coalesce(sum(coalesce(price, case when result in ('human', 'voicemail', 'fax')
      then ceil(greatest(coalesce(duration, 60), 1) / 60.0) * ${PRICE_PER_MINUTE} else 0 end)), 0) as cost
    from robocall_attempts where campaign_id = any(${sql.param(ids)}::uuid[]) group by 1`)
  const costOf = new Map(costs.map(row => [row.id, Number(row.cost)]))
  const byId = Map.groupBy(rows, row => row.id)
  return new Map(
    ids.map(id => {
      const found = byId.get(id) ?? []
      const sums = Object.fromEntries(Object.keys(outcomes).map(name => [name, 0])) as Sums
      for (const row of found) sums[row.outcome] += row.n
      sums.total = found.reduce((sum, row) => sum + row.n, 0)
      sums.opted_out = found.reduce((sum, row) => sum + row.opted, 0)
      sums.connected = found.reduce((sum, row) => sum + row.connected, 0)
      return [id, toProgress(sums, costOf.get(id) ?? 0)]
    }),
  )
}

function toProgress(sums: Sums, cost: number): RobocallProgress {
  const { total, opted_out: optedOut, connected, ...by } = sums
  const calls = total - by.excluded - by.cancelled
  const completed = by.human + by.voicemail + by.no_answer + by.busy + by.failed + by.unknown
  return {
    total,
    ...by,
    calls,
    completed,
    optedOut,
    connected,
    answerRate: completed > 0 ? by.human / completed : null,
    conversionRate: by.human > 0 ? connected / by.human : null,
    cost: Math.round(cost / 10_000),
  }
}
