import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import type { GoalKind } from '../rules/goals.ts'
import { type Visitor, visitorOf } from '../service/visitors.ts'
import { linkGoals, shortLinkClicks } from '../tables.ts'
import { goalReached } from './events.ts'

export interface Goal {
  kind: GoalKind
  /** The form, the appointment type, the card. */
  subjectId: string
  /** The submission, the appointment: the same one counts once. */
  refId: string
  /** Whose it is, where that is known; told later by another call. */
  personId?: string | null
  /** Who did it, where this is told later than they did, such as by a payment. */
  visitor?: Visitor | null
}

/** So long after following a link, in milliseconds, what its visitor does counts for it. */
const COUNTS_FOR = days(1)

/**
 * In the transaction of what was reached, which makes it one with it. Counts for the link that this visitor followed
 * last. Called again for the same `refId`, it may name the person and does nothing else.
 */
export async function recordGoal(ctx: Ctx, { personId = null, visitor: earlier, ...goal }: Goal): Promise<void> {
  const visitor = visitorOf(ctx) ?? earlier ?? null
  const linkId = visitor && (await linkFollowed(ctx, visitor))
  const [made] = await ctx.db
    .insert(linkGoals)
    .values({ ...goal, personId, visitor: visitor?.id ?? null, linkId, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: linkGoals.id })
  if (made) return emit(ctx, goalReached, { ...goal, personId, visitor })
  if (!personId) return
  const [named] = await ctx.db
    .update(linkGoals)
    .set({ personId })
    .where(
      and(
        eq(linkGoals.kind, goal.kind),
        eq(linkGoals.refId, goal.refId),
        sql`${linkGoals.personId} is distinct from ${personId}`,
      ),
    )
    .returning({ id: linkGoals.id })
  if (named) await emit(ctx, goalReached, { ...goal, personId, visitor: null })
}

async function linkFollowed(ctx: Ctx, { id, before }: Visitor): Promise<string | null> {
  const [row] = await ctx.db
    .select({ linkId: shortLinkClicks.linkId })
    .from(shortLinkClicks)
    .where(
      and(
        inArray(shortLinkClicks.visitor, [id, before]),
        eq(shortLinkClicks.bot, false),
        gt(shortLinkClicks.createdAt, new Date(clock.ms() - COUNTS_FOR)),
      ),
    )
    .orderBy(desc(shortLinkClicks.createdAt))
    .limit(1)
  return row?.linkId ?? null
}
