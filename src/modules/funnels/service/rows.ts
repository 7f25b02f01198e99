import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { funnels } from '../tables.ts'

export async function rowOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select()
    .from(funnels)
    .where(and(eq(funnels.id, id), isNull(funnels.deletedAt)))
  return found(row, 'Funnel')
}
