import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { countBatch } from '#messaging/service/batches.ts'
import { emailRecipients } from '../tables.ts'
import type { Progress } from './contract.ts'

/** What became of a campaign so far, counted in its recipients and in the outbox. */
export async function progressOf(ctx: Ctx, campaignId: string): Promise<Progress> {
  const rows = await ctx.db
    .select({
      state: emailRecipients.state,
      reason: emailRecipients.skipReason,
      count: sql<number>`count(*)::int`,
      unsubscribed: sql<number>`count(unsubscribed_at)::int`,
    })
    .from(emailRecipients)
    .where(eq(emailRecipients.campaignId, campaignId))
    .groupBy(emailRecipients.state, emailRecipients.skipReason)
  const sum = (state?: string) => rows.reduce((all, row) => (state && row.state !== state ? all : all + row.count), 0)
  const { states, skipped, reports, problem } = await countBatch(ctx, campaignId)
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
