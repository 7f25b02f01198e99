import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'

const nameOf = (campaignId: string) => sql`hashtextextended(${`campaign ${campaignId}`}, 0)`

/**
 * Batches of a campaign are written beside each other, and the next one waits behind someone who wants to stop it.
 * Rows locked for share alone would let every batch in first, and a pause would time out.
 */
export const holdCampaign = (ctx: Ctx, campaignId: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock_shared(${nameOf(campaignId)})`)

/** Waits for the batches that are being written; those that come later wait for this transaction. */
export const lockCampaign = (ctx: Ctx, campaignId: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(${nameOf(campaignId)})`)
