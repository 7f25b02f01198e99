import { and, eq, inArray } from 'drizzle-orm'
import { suppress } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announceSettled } from '../delivery/service/state.ts'
import { messages } from '../tables.ts'
import type { ReportKind } from './rules.ts'
import { mailReports } from './tables.ts'

interface Report {
  kind: ReportKind
  source: string
  detail?: string
}

/**
 * Records what came back. One hard bounce or one complaint, and the address is written to no more; soft ones are
 * counted. Heard twice, it counts once.
 */
export async function recordDeliveryReport(
  ctx: Ctx,
  messageId: string,
  { kind, source, detail = '' }: Report,
): Promise<void> {
  const [message] = await ctx.db
    .select({ value: messages.recipient, batchId: messages.batchId })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.channel, 'email')))
  const { value } = found(message, 'Message')
  const made = await ctx.db
    .insert(mailReports)
    .values({ messageId, value, kind, source, detail: detail.slice(0, 500) })
    .onConflictDoNothing()
    .returning({ id: mailReports.id })
  if (made.length === 0) return
  if (kind !== 'complaint') {
    const [row] = await ctx.db
      .update(messages)
      .set({ state: 'undelivered', problem: detail.slice(0, 300) || null })
      .where(and(eq(messages.id, messageId), inArray(messages.state, ['sending', 'sent', 'delivered', 'unknown'])))
      .returning({ kind: messages.kind, key: messages.dedupeKey, state: messages.state })
    if (row) await announceSettled(ctx, messageId, row)
  }
  if (kind !== 'soft_bounce')
    await suppress(ctx, [{ value, channel: 'email', reason: kind, source, evidence: { messageId, detail } }])
}
