import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { people } from '#people/tables.ts'
import type { ColumnPage, Lead, MoveLead } from '../contract.ts'
import { leadMoved } from '../events.ts'
import { type Stage, stages } from '../rules/stages.ts'
import { type Filters, get, selectCards, toLead, where } from '../service.ts'
import { leads, stageHistory } from '../tables.ts'
import { rankAfter } from './ranks.ts'

/** One column, a page at a time, in the board's order. The cursor is the last card's rank and id. */
export async function column(ctx: Ctx, { stage, cursor, limit, ...filter }: ColumnPage) {
  const [rank, id] = cursor?.split(' ') ?? []
  const after =
    rank && id ? or(gt(leads.rank, rank), and(eq(leads.rank, rank), sql`${leads.id}::text > ${id}`)) : undefined
  const rows = await selectCards(ctx)
    .where(and(where(ctx, filter), eq(leads.status, stage), after))
    .orderBy(asc(leads.rank), asc(leads.id))
    .limit(limit)
  const last = rows.at(-1)
  return { items: rows.map(toLead), nextCursor: rows.length === limit && last ? `${last.rank} ${last.id}` : null }
}

/** Cards, their value in minor units, and overdue follow-ups of each column. */
export async function counts(ctx: Ctx, filter: Filters) {
  const overdue = sql`${leads.status} <> 'closed' and ${leads.followUpAt} < ${clock.now()}`
  const rows = await ctx.db
    .select({
      stage: leads.status,
      count: sql<number>`count(*)::int`,
      value: sql<number>`coalesce(sum(${leads.value}), 0)::float8`,
      overdue: sql<number>`(count(*) filter (where ${overdue}))::int`,
    })
    .from(leads)
    .innerJoin(people, and(eq(people.clientId, leads.clientId), eq(people.id, leads.personId)))
    .where(where(ctx, filter))
    .groupBy(leads.status)
  return {
    columns: stages.map(stage => rows.find(row => row.stage === stage) ?? { stage, count: 0, value: 0, overdue: 0 }),
  }
}

/** A card to a place in a column. Closing needs an outcome; leaving Closed clears it. */
export async function move(ctx: Ctx, { id, status, after, version, outcome, reason }: MoveLead): Promise<Lead> {
  // Two who move one card at once: the second reads what the first has made of it.
  await ctx.db.select({ id: leads.id }).from(leads).where(eq(leads.id, id)).for('update')
  const lead = await get(ctx, { id })
  if (version !== undefined && version !== lead.version && status !== lead.status) throw new Failure('CONFLICT')
  const closing = status === 'closed'
  const ending = closing ? (outcome ?? lead.outcome) : null
  if (closing && !ending) throw new Failure('OUTCOME_REQUIRED')
  const at = clock.now()
  const changed = status !== lead.status
  const ended = ending !== lead.outcome
  const why = closing ? (reason ?? (ended ? null : lead.reason)) : null
  const [row] = await ctx.db
    .update(leads)
    .set({
      status,
      rank: await rankAfter(ctx, status, after, id),
      outcome: ending,
      reason: why,
      ...(changed && { stageEnteredAt: at }),
      ...(changed && status !== 'new' && { followUpAt: null }),
      closedAt: closing ? (lead.closedAt ?? at) : null,
    })
    .where(and(eq(leads.id, id), isNull(leads.deletedAt)))
    .returning({ id: leads.id })
  found(row, 'Lead')
  if (changed || ended) await remember(ctx, lead, { to: status, outcome: ending, reason: why })
  announce(ctx, 'leads', id)
  return get(ctx, { id })
}

async function remember(
  ctx: Ctx,
  lead: Lead,
  { to, outcome, reason }: { to: Stage; outcome: Lead['outcome']; reason: string | null },
) {
  const userId = userOf(ctx)
  const [change] = await ctx.db
    .insert(stageHistory)
    .values({ leadId: lead.id, from: lead.status, to, outcome, reason, userId })
    .returning({ id: stageHistory.id, at: stageHistory.createdAt })
  const { id: changeId, at } = change!
  await emit(ctx, leadMoved, {
    leadId: lead.id,
    personId: lead.personId,
    userId,
    at,
    changeId,
    from: lead.status,
    to,
    outcome,
  })
}
