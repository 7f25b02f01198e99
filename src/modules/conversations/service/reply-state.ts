import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { ConversationState } from '../rules/states.ts'
import { conversations } from '../tables.ts'
import { notifyAssignee } from './assignment-notices.ts'

/** What was answered by a machine waits for nobody: the thread stands as it stood before. */
export async function restoreReplyState(ctx: Ctx, id: string, was: ConversationState): Promise<void> {
  // A snoozed one has come back by now, and stays.
  const status = was === 'closed' ? 'closed' : 'open'
  await ctx.db.update(conversations).set({ waitingSince: null, status }).where(eq(conversations.id, id))
  announce(ctx, 'conversations', id)
}

/** Gives a thread to a member, where nobody has it yet. */
export async function assignIfUnassigned(ctx: Ctx, id: string, userId: string): Promise<void> {
  const where = and(eq(conversations.id, id), isNull(conversations.assignedTo), eq(conversations.confidential, false))
  const rows = await ctx.db.update(conversations).set({ assignedTo: userId }).where(where).returning()
  if (rows.length === 0) return
  announce(ctx, 'conversations', id)
  await notifyAssignee(ctx, { id, assignedTo: userId, version: rows[0]!.version })
}
