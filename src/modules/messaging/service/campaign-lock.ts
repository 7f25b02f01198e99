import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'

const nameOf = (campaignId: string) => sql`hashtextextended(${`campaign ${campaignId}`}, 0)`

/**
 * Batches of a campaign are written beside each other, and the next one waits behind someone who wants to stop it.
 * Rows locked for share alone would let every batch in first, and a pause would time out.
 */
export const holdCampaign = (ctx: Ctx, campaignId: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock_shared(${nameOf(campaignId)})`)

/** A batch on a busy machine takes longer than other locks are held; a pause that was asked for has to come. */
const PATIENCE = '12s'

/** Waits for the batches that are being written; those that come later wait for this transaction. */
export async function lockCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db.execute(sql`select set_config('lock_timeout', ${PATIENCE}, true)`)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${nameOf(campaignId)})`)
}
