import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { isConversion, type Step, stepsBefore } from '../rules/steps.ts'
import type { Touch } from '../rules/touch.ts'
import { funnelConversions, funnelDays } from '../tables.ts'

/** Sums and the rows that they sum change together: one transaction of an account after the other. */
export const hold = (ctx: Ctx) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.client.id} funnels`}, 1))`)

export interface Place extends Touch {
  funnelId: string
  stepId: string
  variantId: string
  day: string
}
const sums = ['views', 'visitors', 'entrants', 'conversions', 'inOrder', 'converted'] as const
type Sums = Partial<Record<(typeof sums)[number], number>>

/** Adds to the sums of a day. */
export async function add(ctx: Ctx, place: Place, by: Sums): Promise<void> {
  const { funnelId, stepId, variantId, day, source, medium, campaign, link } = place
  const t = funnelDays
  await ctx.db
    .insert(funnelDays)
    .values({ funnelId, stepId, variantId, day, source, medium, campaign, link, ...by })
    .onConflictDoUpdate({
      target: [...[t.clientId, t.funnelId, t.day, t.stepId, t.variantId], ...[t.source, t.medium, t.campaign, t.link]],
      set: Object.fromEntries(sums.filter(name => by[name]).map(name => [name, sql`${t[name]} + ${by[name]}`])),
    })
}

export interface Reached extends Place {
  visitor: string
  goal: string
  refId: string
  personId: string | null
  at: Date
}

interface Funnel {
  id: string
  live: Step[]
}

/** Counts a goal that a visitor reached: once for each step, however often it is told. */
export async function reach(ctx: Ctx, { id: funnelId, live }: Funnel, step: Step, reached: Reached): Promise<void> {
  const { visitor, at, ...rest } = reached
  const before = stepsBefore(live, step).map(one => one.id)
  const known = await ctx.db
    .select()
    .from(funnelConversions)
    .where(and(eq(funnelConversions.funnelId, funnelId), eq(funnelConversions.visitor, visitor)))
  const isInOrder = before.length === 0 || known.some(one => before.includes(one.stepId))
  const isFirst = isConversion(live, step) && !known.some(one => one.isFirst)
  const [row] = await ctx.db
    .insert(funnelConversions)
    .values({ ...rest, funnelId, visitor, isInOrder, isFirst, reachedAt: at })
    // Out of order at first, and now once more after the step before.
    .onConflictDoUpdate({
      target: [
        ...[funnelConversions.clientId, funnelConversions.funnelId, funnelConversions.stepId],
        ...[funnelConversions.visitor, funnelConversions.goal],
      ],
      set: { isInOrder: true },
      setWhere: sql`not ${funnelConversions.isInOrder} and excluded.is_in_order`,
    })
    .returning({ id: funnelConversions.id, isNew: sql<boolean>`xmax = 0` })
  if (!row) return
  await add(ctx, reached, {
    ...(row.isNew && { conversions: 1, converted: Number(isFirst) }),
    inOrder: Number(isInOrder),
  })
}

/** Takes back what turned out to be one person's second. */
export async function takeBack(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await ctx.db.delete(funnelConversions).where(inArray(funnelConversions.id, ids)).returning()
  for (const one of gone)
    await add(ctx, one, { conversions: -1, inOrder: -Number(one.isInOrder), converted: -Number(one.isFirst) })
}
