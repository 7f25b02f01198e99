import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import type { ReportKind } from '../bounces/rules.ts'
import { mailReports } from '../bounces/tables.ts'
import { batchMoved, messagesQueued } from '../events.ts'
import { type MessageState, messageStates } from '../rules/states.ts'
import type { SkipReason } from '../send-policy/rules/reasons.ts'
import { messages } from '../tables.ts'

/** So many are told of at once; who hears of them makes jobs of handfuls. */
const TOLD = 500

/** Asks for delivery of these, in this transaction. */
export async function announceQueued(ctx: Ctx, messageIds: readonly string[], notBefore?: Date): Promise<void> {
  for (let i = 0; i < messageIds.length; i += TOLD)
    await emit(ctx, messagesQueued, {
      messageIds: messageIds.slice(i, i + TOLD),
      ...(notBefore && { notBefore: notBefore.toISOString() }),
    })
}

const waiting = (batchId: string, ...states: MessageState[]) =>
  and(eq(messages.batchId, batchId), inArray(messages.state, states))

/** Keeps back what has not left yet. */
export async function holdBatch(ctx: Ctx, batchId: string): Promise<void> {
  await ctx.db.update(messages).set({ state: 'held' }).where(waiting(batchId, 'queued'))
}

/** Lets go on what was kept back. */
export async function releaseBatch(ctx: Ctx, batchId: string): Promise<void> {
  const rows = await ctx.db
    .update(messages)
    .set({ state: 'queued' })
    .where(waiting(batchId, 'held'))
    .returning({ id: messages.id })
  await announceQueued(
    ctx,
    rows.map(row => row.id),
  )
}

/** Cancels what has not been sent yet. */
export async function cancelBatch(ctx: Ctx, batchId: string): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ state: 'skipped', skipReason: 'cancelled' })
    .where(waiting(batchId, 'queued', 'held'))
}

/** What failed leaves its campaign, and its key is free: the same may be written to the same person once more. */
export async function detachFailedMessages(ctx: Ctx, failed: readonly { id: string }[]): Promise<void> {
  const ids = failed.map(({ id }) => id)
  await ctx.db
    .update(messages)
    .set({ dedupeKey: sql`${messages.dedupeKey} || ':' || ${messages.id}::text`, batchId: null })
    .where(
      and(sql`${messages.id} = any(${sql.param(ids)}::uuid[])`, inArray(messages.state, ['failed', 'undelivered'])),
    )
}

/** Whether nothing of it is still to leave. */
export async function isBatchDone(ctx: Ctx, batchId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(waiting(batchId, 'queued', 'held', 'sending'))
    .limit(1)
  return !row
}

/** Thousands of handfuls leave; only where none is left may a campaign be at its end. */
export async function announceIfDone(ctx: Ctx, batchId: string): Promise<void> {
  if (await isBatchDone(ctx, batchId)) await emit(ctx, batchMoved, { batchId })
}

export interface BatchCounts {
  states: Record<MessageState, number>
  skipped: Partial<Record<SkipReason, number>>
  reports: Record<ReportKind, number>
  /** Words of the mail server while it can't be reached. */
  problem: string | null
}

const emptyCounts = (): BatchCounts => ({
  states: Object.fromEntries(messageStates.map(state => [state, 0])) as Record<MessageState, number>,
  skipped: {},
  reports: { hard_bounce: 0, soft_bounce: 0, complaint: 0 },
  problem: null,
})

/** What became of the messages of each campaign, in two queries however many there are; every id has its counts. */
export async function countBatches(ctx: Ctx, batchIds: string[]): Promise<ReadonlyMap<string, BatchCounts>> {
  const counts = new Map(batchIds.map(id => [id, emptyCounts()]))
  if (batchIds.length === 0) return counts
  const rows = await ctx.db
    .select({
      batchId: messages.batchId,
      state: messages.state,
      reason: messages.skipReason,
      count: sql<number>`count(*)::int`,
      problem: sql<string | null>`max(problem) filter (where state = 'queued')`,
    })
    .from(messages)
    .where(inArray(messages.batchId, batchIds))
    .groupBy(messages.batchId, messages.state, messages.skipReason)
  for (const { batchId, state, reason, count, problem } of rows) {
    const batch = counts.get(batchId!)!
    batch.states[state] += count
    if (reason) batch.skipped[reason] = (batch.skipped[reason] ?? 0) + count
    batch.problem ??= problem
  }
  const reported = await ctx.db
    .select({ batchId: messages.batchId, kind: mailReports.kind, count: sql<number>`count(*)::int` })
    .from(mailReports)
    .innerJoin(messages, and(eq(messages.clientId, mailReports.clientId), eq(messages.id, mailReports.messageId)))
    .where(inArray(messages.batchId, batchIds))
    .groupBy(messages.batchId, mailReports.kind)
  for (const { batchId, kind, count } of reported) counts.get(batchId!)!.reports[kind] = count
  return counts
}
