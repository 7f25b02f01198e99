import { and, eq, gte, inArray, lte, notInArray, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { Funnel } from '../contract.ts'
import { dayOf } from '../rules/days.ts'
import { isOnline, type Step } from '../rules/steps.ts'
import { NEEDED, type Side, verdictOfStep } from '../rules/verdict.ts'
import { funnelDays, type funnels, funnelTests } from '../tables.ts'

type Test = typeof funnelTests.$inferSelect
type Row = typeof funnels.$inferSelect

export const isTested = (step: Step) => isOnline(step) && step.variants.length > 1

/** A test for each step with several pages. One whose pages are the same as before goes on. */
export async function startTests(ctx: Ctx, funnelId: string, steps: readonly Step[]): Promise<void> {
  const tested = steps.filter(isTested)
  await ctx.db.delete(funnelTests).where(
    and(
      eq(funnelTests.funnelId, funnelId),
      tested.length
        ? notInArray(
            funnelTests.stepId,
            tested.map(step => step.id),
          )
        : undefined,
    ),
  )
  const known = await ctx.db.select().from(funnelTests).where(eq(funnelTests.funnelId, funnelId))
  for (const step of tested) {
    const variantIds = step.variants.map(one => one.id).sort()
    const before = known.find(one => one.stepId === step.id)
    if (before && JSON.stringify(before.variantIds) === JSON.stringify(variantIds)) continue
    await begin(ctx, funnelId, step)
  }
}

export async function begin(ctx: Ctx, funnelId: string, { id: stepId, variants, test }: Step): Promise<void> {
  const startedAt = clock.now()
  const begun = {
    variantIds: variants.map(one => one.id).sort(),
    startedAt,
    isAutomatic: test.isAutomatic,
    decideAt: new Date(startedAt.getTime() + days(test.days)),
    state: 'running' as const,
    winnerId: null,
    decidedAt: null,
    decidedBy: null,
  }
  await ctx.db
    .insert(funnelTests)
    .values({ funnelId, stepId, ...begun })
    .onConflictDoUpdate({ target: [funnelTests.clientId, funnelTests.funnelId, funnelTests.stepId], set: begun })
}

async function sidesOf(ctx: Ctx, { stepId, funnelId, variantIds, startedAt }: Test): Promise<Side[]> {
  const rows = await ctx.db
    .select({
      variantId: funnelDays.variantId,
      visitors: sql<number>`sum(${funnelDays.visitors})::int`,
      conversions: sql<number>`sum(${funnelDays.conversions})::int`,
    })
    .from(funnelDays)
    .where(
      and(
        eq(funnelDays.funnelId, funnelId),
        eq(funnelDays.stepId, stepId),
        inArray(funnelDays.variantId, variantIds),
        gte(funnelDays.day, dayOf(startedAt, ctx.client.timeZone)),
      ),
    )
    .groupBy(funnelDays.variantId)
  return variantIds.map(
    variantId => rows.find(row => row.variantId === variantId) ?? { variantId, visitors: 0, conversions: 0 },
  )
}

/** Where each test stands, with the verdict of the figures until now. */
export async function testsOf(ctx: Ctx, { id, live }: Pick<Row, 'id' | 'live'>): Promise<Funnel['tests']> {
  const rows = await ctx.db.select().from(funnelTests).where(eq(funnelTests.funnelId, id))
  const shown: Funnel['tests'] = []
  for (const test of rows.filter(one => live.some(step => step.id === one.stepId))) {
    const sides = await sidesOf(ctx, test)
    const verdict = verdictOfStep(sides)
    const { stepId, state, winnerId, startedAt, decideAt, decidedAt, isAutomatic } = test
    shown.push({
      stepId,
      state,
      winnerId,
      startedAt,
      decideAt,
      decidedAt,
      isAutomatic,
      sides,
      needed: NEEDED,
      leader: verdict.winner,
      why: 'why' in verdict ? verdict.why : null,
    })
  }
  return shown
}

/** Pages that won, by step. */
export async function winnersOf(ctx: Ctx, funnelId: string): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ stepId: funnelTests.stepId, winnerId: funnelTests.winnerId })
    .from(funnelTests)
    .where(and(eq(funnelTests.funnelId, funnelId), eq(funnelTests.state, 'won')))
  return new Map(rows.flatMap(({ stepId, winnerId }) => (winnerId ? [[stepId, winnerId] as const] : [])))
}

const due = (now: Date) =>
  and(eq(funnelTests.state, 'running'), eq(funnelTests.isAutomatic, true), lte(funnelTests.decideAt, now))
export const whoseTestsEnd = (now: Date) => sql`select client_id from ${funnelTests} where ${due(now)}`

/** Once, at the time that was set before: anyone who looks again and again finds a winner by chance. */
export async function decideDue(ctx: Ctx): Promise<void> {
  const now = clock.now()
  const rows = await ctx.db.select().from(funnelTests).where(due(now)).for('update')
  for (const test of rows) {
    const { winner } = verdictOfStep(await sidesOf(ctx, test))
    await ctx.db
      .update(funnelTests)
      .set({ state: winner ? 'won' : 'undecided', winnerId: winner, decidedAt: now })
      .where(eq(funnelTests.id, test.id))
    announce(ctx, 'funnels', test.funnelId)
  }
}
