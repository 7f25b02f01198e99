import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { barredWords, isBarred } from '#messaging/send-policy/service.ts'
import { holdBatch } from '#messaging/service/batches.ts'
import { smsCampaigns } from '../../tables.ts'

/** What is on its way stands still while the account may write to nobody, so that nobody is left out for it. */
export async function pauseWhileBarred(ctx: Ctx): Promise<void> {
  if (!(await isBarred(ctx))) return
  const rows = await ctx.db
    .update(smsCampaigns)
    .set({ state: 'paused', problem: barredWords })
    .where(eq(smsCampaigns.state, 'sending'))
    .returning({ id: smsCampaigns.id })
  for (const { id } of rows) {
    await holdBatch(ctx, id)
    announce(ctx, 'campaigns', id)
  }
}
