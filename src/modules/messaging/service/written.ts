import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '../tables.ts'

/** What became of one message when it was written, for a log: skipped and why, or until when it is held. */
export async function outcomeOf(ctx: Ctx, dedupeKey: string): Promise<Record<string, unknown>> {
  const [row] = await ctx.db
    .select({ id: messages.id, skipped: messages.skipReason, heldUntil: messages.heldUntil })
    .from(messages)
    .where(eq(messages.dedupeKey, dedupeKey))
  if (!row) return {}
  const { id: messageId, skipped, heldUntil } = row
  return { messageId, ...(skipped && { skipped }), ...(heldUntil && { heldUntil: heldUntil.toISOString() }) }
}
