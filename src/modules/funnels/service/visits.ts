import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { asActor, newRequestId } from '#kernel/run.ts'
import { batched } from '#links/clicks/rules.ts'
import type { Visitor } from '#links/service/visitors.ts'
import { dayOf } from '../rules/days.ts'
import type { Touch } from '../rules/touch.ts'
import { funnels, funnelVisits } from '../tables.ts'
import { add, lockCounts, reach } from './counting.ts'

export interface Visit {
  clientId: string
  funnelId: string
  stepId: string
  variantId: string
  at: Date
  /** Null: someone who asks not to be followed; their view counts, and nothing else is kept. */
  visitor: Visitor | null
  touch: Touch
}

const write = batched(async (visits: readonly Visit[]) => {
  const errors: unknown[] = []
  for (const [clientId, own] of Map.groupBy(visits, one => one.clientId))
    await asActor(clientId, { type: 'visitor' }, newRequestId(), ctx => insertVisits(ctx, own)).catch(error =>
      errors.push(error),
    )
  // Those of the other churches are stored by then.
  if (errors.length > 0) throw errors[0]
}, 200)

/** Stored when this resolves: visits that come at once share a transaction. */
export const recordVisit = (visit: Visit): Promise<void> => write(visit)

export async function insertVisits(ctx: Ctx, visits: readonly Visit[]): Promise<void> {
  await lockCounts(ctx)
  const rows = await ctx.db
    .select({ id: funnels.id, live: funnels.live })
    .from(funnels)
    .where(inArray(funnels.id, [...new Set(visits.map(one => one.funnelId))]))
  for (const visit of visits) {
    const funnel = rows.find(one => one.id === visit.funnelId)
    if (funnel) await insertVisit(ctx, funnel, visit)
  }
}

type Known = typeof funnelVisits.$inferSelect

/** Before midnight (UTC) a visitor was called something else: a visit that goes on keeps that name. */
const isSame = (known: Known, visitor: Visitor, at: Date) =>
  known.visitor === visitor.id || at.getTime() - known.lastAt.getTime() < days(1)

async function insertVisit(ctx: Ctx, funnel: Pick<typeof funnels.$inferSelect, 'id' | 'live'>, visit: Visit) {
  const { funnelId, stepId, variantId, at, visitor } = visit
  const day = dayOf(at, ctx.client.timeZone)
  const place = { funnelId, stepId, variantId, day }
  if (!visitor) return add(ctx, { ...place, ...visit.touch }, { views: 1 })
  const before = await ctx.db
    .select()
    .from(funnelVisits)
    .where(
      and(
        eq(funnelVisits.funnelId, funnelId),
        inArray(funnelVisits.visitor, [visitor.id, visitor.before]),
        eq(funnelVisits.day, day),
      ),
    )
    .orderBy(funnelVisits.createdAt)
  const known = before.filter(one => isSame(one, visitor, at))
  // Where they came from first counts for all of it.
  const { source, medium, campaign, link } = known[0] ?? visit.touch
  const touch = { source, medium, campaign, link }
  const name = known[0]?.visitor ?? visitor.id
  const [row] = await ctx.db
    .insert(funnelVisits)
    .values({ ...place, ...touch, visitor: name, lastAt: at, createdAt: at })
    .onConflictDoUpdate({
      target: [funnelVisits.clientId, funnelVisits.stepId, funnelVisits.day, funnelVisits.visitor],
      set: { views: sql`${funnelVisits.views} + 1`, lastAt: at },
    })
    .returning()
  const isNew = row!.views === 1
  // A changed test may show another page: the visitor belongs to the one that they saw first.
  const counted = { ...place, variantId: row!.variantId, ...touch }
  await add(ctx, counted, { views: 1, visitors: Number(isNew), entrants: Number(known.length === 0) })
  const step = funnel.live.find(one => one.id === stepId)
  if (step?.goal.kind === 'view')
    await reach(ctx, funnel, step, { ...counted, visitor: name, goal: 'view', refId: '', personId: null, at })
  announce(ctx, 'funnelFigures', funnelId)
}

/** Steps that a visitor saw within a day before an instant, the newest first. */
export async function visitsOf(ctx: Ctx, { id, before }: Visitor, at: Date): Promise<Known[]> {
  const since = new Date(at.getTime() - days(1))
  return ctx.db
    .select()
    .from(funnelVisits)
    .where(
      and(inArray(funnelVisits.visitor, [id, before]), gt(funnelVisits.lastAt, since), lte(funnelVisits.createdAt, at)),
    )
    .orderBy(desc(funnelVisits.lastAt))
    .limit(100)
}
