import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { isSuspended, suspensionMessage } from '#messaging/send-policy/service.ts'
import { holdBatch } from '#messaging/service/batches.ts'
import { smsCampaigns } from '../../tables.ts'

/** What is on its way stands still while the account may write to nobody, so that nobody is left out for it. */
export async function pauseWhileSuspended(ctx: Ctx): Promise<void> {
  if (!(await isSuspended(ctx))) return
  const rows = await ctx.db
    .update(smsCampaigns)
    .set({ state: 'paused', problem: suspensionMessage })
    .where(eq(smsCampaigns.state, 'sending'))
    .returning({ id: smsCampaigns.id })
  for (const { id } of rows) {
    await holdBatch(ctx, id)
    announce(ctx, 'campaigns', id)
  }
}
