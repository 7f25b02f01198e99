import { and, eq, inArray, lt } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { messageSettled } from '../../events.ts'
import { trackedKinds } from '../../rules/followed.ts'
import type { MessageState } from '../../rules/states.ts'
import { checkRecipients } from '../../send-policy/service.ts'
import { announceQueued } from '../../service/batches.ts'
import { messages } from '../../tables.ts'

/**
 * Takes a message for sending: only one worker gets it, never one that may have left already, and never to someone who
 * has opted out since it was written. It is the caller's where its state is `sending`.
 */
export async function claimMessage(ctx: Ctx, id: string) {
  const [message] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.state, 'queued')))
    .for('update')
  if (!message) return
  const [verdict] = await checkRecipients(ctx, [message], { again: true })
  if (verdict!.go === 'defer') {
    await announceQueued(ctx, [id], verdict!.until)
    return message
  }
  const change =
    verdict!.go === 'skip'
      ? { state: 'skipped' as const, skipReason: verdict!.reason }
      : { state: 'sending' as const, tries: message.tries + 1 }
  await ctx.db.update(messages).set(change).where(eq(messages.id, id))
  if (change.state === 'skipped')
    await announceSettled(ctx, id, { kind: message.kind, key: message.dedupeKey, state: change.state })
  return { ...message, ...change }
}

/** Records what became of it; never from a later state back to an earlier one. */
export async function settleMessage(
  ctx: Ctx,
  id: string,
  outcome: {
    state: MessageState
    provider?: string
    providerId?: string
    sender?: string
    segments?: number
    problem?: string | null
    errorCode?: string | null
    /** Millionths of a unit. */
    price?: number | null
    currency?: string | null
  },
): Promise<void> {
  const [row] = await ctx.db
    .update(messages)
    .set({ ...outcome, ...(outcome.state === 'sent' || outcome.state === 'delivered' ? { sentAt: clock.now() } : {}) })
    .where(and(eq(messages.id, id), inArray(messages.state, ['sending', 'sent', 'unknown'])))
    .returning({ kind: messages.kind, key: messages.dedupeKey, state: messages.state })
  if (row) await announceSettled(ctx, id, row)
}

/** Tells the modules that listen what happened to this kind of message. */
export async function announceSettled(
  ctx: Ctx,
  messageId: string,
  row: { kind: string; key: string; state: MessageState },
) {
  if (trackedKinds.has(row.kind)) await emit(ctx, messageSettled, { messageId, ...row })
}

/** Messages that were being sent ten minutes ago and have not been heard of since. */
export const listStuck = (ctx: Ctx): Promise<{ id: string; batchId: string | null }[]> =>
  ctx.db
    .select({ id: messages.id, batchId: messages.batchId })
    .from(messages)
    .where(and(eq(messages.state, 'sending'), lt(messages.updatedAt, new Date(clock.ms() - minutes(10)))))
    .limit(500)
