import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { type BatchCounts, countBatches } from '#messaging/service/batches.ts'
import { emailRecipients } from '../tables.ts'
import type { Progress } from './contract.ts'

/** What became of each campaign so far, counted in its recipients and in the outbox; in three queries however many there are. */
export async function progressOf(ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string, Progress>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      campaignId: emailRecipients.campaignId,
      state: emailRecipients.state,
      reason: emailRecipients.skipReason,
      count: sql<number>`count(*)::int`,
      unsubscribed: sql<number>`count(unsubscribed_at)::int`,
    })
    .from(emailRecipients)
    .where(inArray(emailRecipients.campaignId, ids))
    .groupBy(emailRecipients.campaignId, emailRecipients.state, emailRecipients.skipReason)
  const byCampaign = Map.groupBy(rows, row => row.campaignId)
  const batches = await countBatches(ctx, ids)
  return new Map(ids.map(id => [id, toProgress(byCampaign.get(id) ?? [], batches.get(id)!)]))
}

interface Counted {
  state: string
  reason: SkipReason | null
  count: number
  unsubscribed: number
}

function toProgress(rows: Counted[], { states, skipped, reports, problem }: BatchCounts): Progress {
  const sum = (state?: string) => rows.reduce((all, row) => (state && row.state !== state ? all : all + row.count), 0)
  const skippedBy: Partial<Record<SkipReason, number>> = { ...skipped }
  const add = (reason: SkipReason, count: number) => (skippedBy[reason] = (skippedBy[reason] ?? 0) + count)
  for (const { state, reason, count } of rows) {
    if (state === 'skipped' && reason) add(reason, count)
    if (state === 'cancelled') add('cancelled', count)
  }
  return {
    total: sum(),
    waiting: sum('waiting') + states.queued + states.held + states.sending,
    sent: states.sent + states.delivered,
    delivered: states.delivered,
    bounced: states.undelivered,
    failed: states.failed,
    unknown: states.unknown,
    skipped: states.skipped + sum('cancelled') + sum('skipped'),
    skippedBy,
    complained: reports.complaint,
    unsubscribed: rows.reduce((all, row) => all + row.unsubscribed, 0),
    problem,
  }
}
