import { and, eq, isNull } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { LimitKey } from '../rules.ts'
import { limitNotices } from '../tables.ts'

/** Of two that reach a share of a limit at once, one may tell of it. @returns the notice's id; undefined where it was told */
export async function claimLimitNotice(ctx: Ctx, key: LimitKey, percent: number): Promise<string | undefined> {
  const [row] = await ctx.db
    .insert(limitNotices)
    .values({ key, percent })
    .onConflictDoNothing()
    .returning({ id: limitNotices.id })
  return row?.id
}

/** Those of shares that usage has not fallen below since. */
export const listOpenNotices = (ctx: Ctx) => ctx.db.select().from(limitNotices).where(isNull(limitNotices.clearedAt))

/** The share may be told of again when usage comes back to it. */
export async function clearLimitNotice(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(limitNotices)
    .set({ clearedAt: clock.now() })
    .where(and(eq(limitNotices.id, id), isNull(limitNotices.clearedAt)))
}
