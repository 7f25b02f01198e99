import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { isConversion, type Step, stepsBefore } from '../rules/steps.ts'
import type { Touch } from '../rules/touch.ts'
import { funnelConversions, funnelDays } from '../tables.ts'

/** Sums and the rows that they sum change together: one transaction of an account after the other. */
export const lockCounts = (ctx: Ctx) => advisoryLock(ctx.db, `${ctx.client.id} funnels`)

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
      target: [t.clientId, t.funnelId, t.day, t.stepId, t.variantId, t.source, t.medium, t.campaign, t.link],
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

type Conversion = typeof funnelConversions.$inferSelect

/**
 * Counts a goal that a visitor reached: once for each step, however often it is told, and in whatever order. A form is told
 * of later than the page after it, so what was reached after this one is looked at again.
 */
export async function reach(ctx: Ctx, funnel: Funnel, step: Step, reached: Reached): Promise<void> {
  const { visitor, at, goal, ...rest } = reached
  const known = await ctx.db
    .select()
    .from(funnelConversions)
    .where(and(eq(funnelConversions.funnelId, funnel.id), eq(funnelConversions.visitor, visitor)))
  const before = stepsBefore(funnel.live, step).map(one => one.id)
  const isInOrder = before.length === 0 || known.some(one => before.includes(one.stepId) && one.reachedAt <= at)
  const own = known.find(one => one.stepId === step.id && one.goal === goal)
  if (own) return again(ctx, own, { at, isInOrder })
  const isFirst = isConversion(funnel.live, step) && !known.some(one => one.isFirst)
  await ctx.db
    .insert(funnelConversions)
    .values({ ...rest, goal, visitor, isInOrder, isFirst, reachedAt: at, lastAt: at })
  await add(ctx, reached, { conversions: 1, inOrder: Number(isInOrder), converted: Number(isFirst) })
  for (const one of known) {
    const later = funnel.live.find(other => other.id === one.stepId)
    const follows = later && stepsBefore(funnel.live, later).some(other => other.id === step.id)
    if (follows && one.lastAt >= at) await again(ctx, one, { at: one.lastAt, isInOrder: true })
  }
}

async function again(ctx: Ctx, own: Conversion, { at, isInOrder }: { at: Date; isInOrder: boolean }): Promise<void> {
  const lastAt = at > own.lastAt ? at : own.lastAt
  await ctx.db
    .update(funnelConversions)
    .set({ lastAt, isInOrder: own.isInOrder || isInOrder })
    .where(eq(funnelConversions.id, own.id))
  if (isInOrder && !own.isInOrder) await add(ctx, own, { inOrder: 1 })
}

/** Removes what turned out to be one person's second. */
export async function removeConversions(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await ctx.db.delete(funnelConversions).where(inArray(funnelConversions.id, ids)).returning()
  for (const one of gone)
    await add(ctx, one, { conversions: -1, inOrder: -Number(one.isInOrder), converted: -Number(one.isFirst) })
}
