import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { Stage } from '../../rules/states.ts'
import { callSteps, calls } from '../../tables.ts'

/** Where a call stands on its way in; the carrier brings `turn` back. */
export interface CallTurn {
  callId: string
  turn: number
}

/** Writes a step into the call's record; told twice, it stands there once. */
export async function logStep(ctx: Ctx, { callId, turn }: CallTurn, what: string): Promise<void> {
  await ctx.db
    .insert(callSteps)
    .values({ callId, turn, what: what.slice(0, 300) })
    .onConflictDoNothing()
  announce(ctx, 'calls', callId)
}

/** What the caller is at, and for whom, as long as they are there. */
export const savePosition = (
  ctx: Ctx,
  callId: string,
  change: { stage: Stage; userId?: string | null; via?: 'phone' | 'browser'; ourPhone?: string },
) =>
  ctx.db
    .update(calls)
    .set(change)
    .where(
      and(
        eq(calls.id, callId),
        isNull(calls.endedAt),
        // A caller who heard what they asked for has not been missed.
        change.stage === 'menu' ? ne(calls.stage, 'told') : undefined,
      ),
    )

export const listSteps = (ctx: Ctx, callId: string) =>
  ctx.db
    .select({ what: callSteps.what, at: callSteps.createdAt })
    .from(callSteps)
    .where(eq(callSteps.callId, callId))
    .orderBy(callSteps.turn)
