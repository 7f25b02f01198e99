import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import { checkIns } from '#attendance/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { recordGoal } from '#links/goals/service.ts'
import type { GoalKind } from '#links/rules/goals.ts'
import type { Visitor } from '#links/service/visitors.ts'
import { linkGoals } from '#links/tables.ts'
import { dayOf } from '../rules/days.ts'
import { isGoal } from '../rules/steps.ts'
import { funnelConversions, funnels } from '../tables.ts'
import { lockCounts, reach, removeConversions } from './counting.ts'
import { visitsOf } from './visits.ts'

interface Goal {
  kind: GoalKind
  subjectId: string
  refId: string
  personId: string | null
  visitor: Visitor | null
}

/** So long a step outside of the web waits for the person who reached one of its funnel. */
const AWAITED_DAYS = 90

/** A goal was reached: of the funnel in whose step the visitor was last, or of the person who is known from it. */
export async function countGoal(ctx: Ctx, goal: Goal): Promise<void> {
  await lockCounts(ctx)
  const told = { ...goal, ...(await knownOf(ctx, goal)) }
  if (told.kind === 'attended') return countAttended(ctx, told)
  if (told.visitor) await countVisitor(ctx, told, told.visitor)
  if (told.personId) await nameConversions(ctx, told.refId, told.personId)
}

interface Told extends Goal {
  at: Date
}

async function countVisitor(ctx: Ctx, goal: Told, visitor: Visitor): Promise<void> {
  const { kind, subjectId, refId, personId, at } = goal
  const [known] = await ctx.db
    .select({ id: funnelConversions.id })
    .from(funnelConversions)
    .where(eq(funnelConversions.refId, refId))
  if (known) return
  const visits = await visitsOf(ctx, visitor, at)
  if (visits.length === 0) return
  const rows = await ctx.db
    .select({ id: funnels.id, live: funnels.live })
    .from(funnels)
    .where(
      and(
        inArray(
          funnels.id,
          visits.map(one => one.funnelId),
        ),
        isNull(funnels.deletedAt),
      ),
    )
  for (const visit of visits) {
    const funnel = rows.find(one => one.id === visit.funnelId)
    const step = funnel?.live.find(one => one.id === visit.stepId && isGoal(one, kind, subjectId))
    if (!funnel || !step) continue
    const { funnelId, stepId, variantId, source, medium, campaign, link } = visit
    const place = { funnelId, stepId, variantId, source, medium, campaign, link, visitor: visit.visitor }
    const day = dayOf(at, ctx.client.timeZone)
    await reach(ctx, funnel, step, { ...place, day, goal: `${kind} ${subjectId}`, refId, personId, at })
    announce(ctx, 'funnelFigures', funnelId)
    return
  }
}

/** When it was reached, and by whom as far as that is known by now: its jobs may run later, and in any order. */
async function knownOf(ctx: Ctx, { kind, refId, personId }: Goal): Promise<Pick<Told, 'at' | 'personId'>> {
  const [row] = await ctx.db
    .select({ at: linkGoals.createdAt, personId: linkGoals.personId })
    .from(linkGoals)
    .where(and(eq(linkGoals.kind, kind), eq(linkGoals.refId, refId)))
  return { at: row?.at ?? clock.now(), personId: row?.personId ?? personId }
}

/** Whose it was is known now. Within a day, one person reaches a goal once, on whichever device. */
async function nameConversions(ctx: Ctx, refId: string, personId: string): Promise<void> {
  const named = await ctx.db
    .update(funnelConversions)
    .set({ personId })
    .where(eq(funnelConversions.refId, refId))
    .returning()
  for (const one of named) {
    const [first] = await ctx.db
      .select({ id: funnelConversions.id })
      .from(funnelConversions)
      .where(
        and(
          eq(funnelConversions.funnelId, one.funnelId),
          eq(funnelConversions.stepId, one.stepId),
          eq(funnelConversions.goal, one.goal),
          eq(funnelConversions.personId, personId),
          ne(funnelConversions.id, one.id),
          lt(funnelConversions.id, one.id),
          gt(funnelConversions.reachedAt, new Date(one.reachedAt.getTime() - days(1))),
        ),
      )
    if (first) await removeConversions(ctx, [one.id])
  }
}

/** What a person reached lately in funnels that go on in church. */
async function awaitedOf(ctx: Ctx, personId: string) {
  const rows = await ctx.db
    .select({ reached: funnelConversions, live: funnels.live })
    .from(funnelConversions)
    .innerJoin(
      funnels,
      and(eq(funnels.clientId, funnelConversions.clientId), eq(funnels.id, funnelConversions.funnelId)),
    )
    .where(
      and(
        eq(funnelConversions.personId, personId),
        isNotNull(funnelConversions.personId),
        gt(funnelConversions.reachedAt, new Date(clock.ms() - days(AWAITED_DAYS))),
        isNull(funnels.deletedAt),
      ),
    )
    .orderBy(desc(funnelConversions.reachedAt))
  const seen = new Set<string>()
  return rows.flatMap(({ reached, live }) => {
    const step = live.find(one => one.goal.kind === 'attended')
    if (!step || seen.has(reached.funnelId) || reached.goal === 'attended') return []
    seen.add(reached.funnelId)
    return [{ reached, live, step }]
  })
}

async function countAttended(ctx: Ctx, goal: Told): Promise<void> {
  const { refId, personId, at } = goal
  if (!personId) return
  for (const { reached, live, step } of await awaitedOf(ctx, personId)) {
    const { funnelId, visitor, source, medium, campaign, link } = reached
    const place = { funnelId, stepId: step.id, variantId: step.id, source, medium, campaign, link, visitor }
    const day = dayOf(at, ctx.client.timeZone)
    await reach(ctx, { id: funnelId, live }, step, { ...place, day, goal: 'attended', refId, personId, at })
    announce(ctx, 'funnelFigures', funnelId)
  }
}

/** Someone was checked in: a goal, where a funnel waits for them. */
export async function noticeCheckIn(ctx: Ctx, { checkInId }: { checkInId: string }): Promise<void> {
  const [row] = await ctx.db.select().from(checkIns).where(eq(checkIns.id, checkInId))
  if (!row || (await awaitedOf(ctx, row.personId)).length === 0) return
  await recordGoal(ctx, { kind: 'attended', subjectId: row.appointmentId, refId: checkInId, personId: row.personId })
}
