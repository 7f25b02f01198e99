import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { usageOfMonth } from '#language-models/service.ts'
import type { Analytics, Question } from '../contract.ts'
import { reasonLabels } from '../rules/options.ts'
import { assistantQuestions, assistantThreads, assistantTurns } from '../tables.ts'

/** Tiles. Resolved: closed or silent for a day after the assistant's answer, and never handed over or taken. */
export async function readStats(ctx: Ctx) {
  const dayAgo = new Date(clock.ms() - 86_400_000).toISOString()
  const { rows } = await ctx.db.execute<
    Record<'total' | 'handled' | 'resolved' | 'ratings', number> & { took: number | null; rating: number | null }
  >(sql`
    with touched as (select t.conversation_id, bool_or(t.state = 'sent' and t.action = 'reply') as answered,
        bool_or(t.action = 'handoff') as handed, avg(t.took_ms) filter (where t.state = 'sent') as took
      from ${assistantTurns} t where t.state <> 'dropped' group by t.conversation_id)
    select count(*)::int as total, count(*) filter (where answered or handed)::int as handled,
      count(*) filter (where answered and not handed and h.handler = 'assistant'
        and (h.status = 'completed' or h.last_answer_at < ${dayAgo}::timestamptz))::int as resolved,
      avg(took)::float8 as took, avg(h.rating)::float8 as rating, count(h.rating)::int as ratings
    from touched join ${assistantThreads} h on h.conversation_id = touched.conversation_id`)
  const { total, handled, resolved, took, rating, ratings } = rows[0]!
  const { inputTokens, outputTokens, cost, cap } = await usageOfMonth(ctx)
  return {
    totalConversations: total,
    averageResponseTime: took,
    customerSatisfaction: rating,
    ratings,
    resolutionRate: handled > 0 ? resolved / handled : null,
    tokensUsed: inputTokens + outputTokens,
    costThisMonth: cost,
    cap,
  }
}

const BANDS = [0, 0.5, 0.6, 0.7, 0.8, 0.9]
/** So many reviewed answers before a curve says anything. */
const LEAST_REVIEWED = 100

export async function readAnalytics(ctx: Ctx, { days }: { days: number }): Promise<Analytics> {
  const zone = ctx.client.timeZone
  const first = DateTime.fromJSDate(clock.now(), { zone })
    .startOf('day')
    .minus({ days: days - 1 })
  const since = first.toJSDate().toISOString()
  const byDay = await ctx.db.execute<{ day: string; conversations: number; answered: number; handoffs: number }>(sql`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(distinct conversation_id)::int as conversations,
      count(*) filter (where action = 'reply' and state in ('sent', 'used'))::int as answered,
      count(*) filter (where action = 'handoff')::int as handoffs
    from ${assistantTurns} where created_at >= ${since}::timestamptz and state <> 'dropped' group by 1`)
  const known = new Map(byDay.rows.map(row => [row.day, row]))
  const list = Array.from({ length: days }, (_, i) => first.plus({ days: i }).toISODate()!)
  const intents = await ctx.db.execute<{
    intent: string
    count: number
  }>(sql`select intent, count(*)::int as count from ${assistantTurns}
    where created_at >= ${since}::timestamptz and state <> 'dropped' group by 1 order by 2 desc, 1 limit 20`)
  const handoffs = await ctx.db.execute<{
    reason: keyof typeof reasonLabels
    count: number
  }>(sql`select reason, count(*)::int as count
    from ${assistantTurns} where created_at >= ${since}::timestamptz and action = 'handoff' and state <> 'dropped' and reason is not null
    group by 1 order by 2 desc, 1`)
  const reviewed = await ctx.db.execute<{
    confidence: number
    good: boolean
  }>(sql`select confidence, verdict = 'good' as good
    from ${assistantTurns} where verdict is not null and action = 'reply' and template_id is null`)
  return {
    days: list.map(day => known.get(day) ?? { day, conversations: 0, answered: 0, handoffs: 0 }),
    intents: intents.rows,
    handoffs: handoffs.rows.map(({ reason, count }) => ({ reason: reasonLabels[reason] ?? reason, count })),
    reliability: reviewed.rows.length > LEAST_REVIEWED ? curve(reviewed.rows) : [],
    reviewed: reviewed.rows.length,
  }
}

const curve = (rows: readonly { confidence: number; good: boolean }[]) =>
  BANDS.map((from, i) => {
    const to = BANDS[i + 1] ?? 1
    const inside = rows.filter(row => row.confidence >= from && (row.confidence < to || to === 1))
    return { from, to, reviewed: inside.length, right: inside.filter(row => row.good).length }
  })

/** Asked most often first; the same words count as one question. */
export async function listQuestions(ctx: Ctx): Promise<{ items: Question[] }> {
  const { rows } = await ctx.db.execute<{ id: string; question: string; times: number; lastAt: string }>(sql`
    select distinct on (same_as) id, body as question, count(*) over same as times, max(created_at) over same as "lastAt"
    from ${assistantQuestions} where state = 'open' window same as (partition by same_as) order by same_as, id desc limit 500`)
  const items = rows.map(row => ({ ...row, times: Number(row.times), lastAt: new Date(row.lastAt) }))
  return { items: items.sort((a, b) => b.times - a.times || b.lastAt.getTime() - a.lastAt.getTime()).slice(0, 100) }
}
