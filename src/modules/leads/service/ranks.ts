import { and, eq, gt, isNull, min, ne, type SQL } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Ctx } from '#kernel/ctx.ts'
import { advisoryLock } from '#kernel/sql.ts'
import type { Stage } from '../rules/stages.ts'
import { leads } from '../tables.ts'

/** Two moves into one column at once would pick the same place between two cards: one after the other. */
export const lockColumn = (ctx: Ctx, stage: Stage) => advisoryLock(ctx.db, `${ctx.client.id} ${stage}`)

export const firstRank = async (ctx: Ctx, stage: Stage, extra?: SQL): Promise<string | null> => {
  const [row] = await ctx.db
    .select({ rank: min(leads.rank) })
    .from(leads)
    .where(and(eq(leads.status, stage), isNull(leads.deletedAt), extra))
  return row?.rank ?? null
}

/** The rank above every card of the column. */
export async function rankOnTop(ctx: Ctx, stage: Stage): Promise<string> {
  await lockColumn(ctx, stage)
  return generateKeyBetween(null, await firstRank(ctx, stage))
}

/** The rank right under `after`, or on top where that card has left the column meanwhile. */
export async function rankAfter(ctx: Ctx, stage: Stage, after: string | null, moving: string): Promise<string> {
  await lockColumn(ctx, stage)
  const others = ne(leads.id, moving)
  const [above] = after
    ? await ctx.db
        .select({ rank: leads.rank })
        .from(leads)
        .where(and(eq(leads.id, after), eq(leads.status, stage), isNull(leads.deletedAt), others))
    : []
  if (!above) return generateKeyBetween(null, await firstRank(ctx, stage, others))
  return generateKeyBetween(above.rank, await firstRank(ctx, stage, and(others, gt(leads.rank, above.rank))))
}
