import { and, eq, isNull } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { ReplyWord } from '#messaging/rules/reply-words.ts'
import { fileMessage } from '../items/service.ts'
import { conversationItems, conversations } from '../tables.ts'
import { notifyAssignee } from './assignment-notices.ts'

interface Arrival {
  messageId: string
  word: ReplyWord | null
  automatic?: boolean
}

/**
 * Gives the conversation in which a message has arrived to one of us, where nobody has it yet. A member who has left
 * the team since is given nothing.
 */
export async function assignNewConversation(ctx: Ctx, arrival: Arrival, userId: string): Promise<void> {
  // Whichever job comes first files it; the other finds it there.
  await fileMessage(ctx, arrival)
  const [member] = await ctx.db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.userId, userId), activeMember))
  if (!member) return
  const [item] = await ctx.db
    .select({ id: conversationItems.conversationId })
    .from(conversationItems)
    .where(eq(conversationItems.messageId, arrival.messageId))
  if (!item) return
  const version = await claimConversation(ctx, item.id, userId)
  if (version !== undefined) await notifyAssignee(ctx, { id: item.id, assignedTo: userId, version })
}

/** Assigns a conversation that is unassigned. @returns its version; undefined where someone has it */
export async function claimConversation(ctx: Ctx, id: string, userId: string): Promise<number | undefined> {
  const [row] = await ctx.db
    .update(conversations)
    .set({ assignedTo: userId })
    .where(and(eq(conversations.id, id), isNull(conversations.assignedTo)))
    .returning({ version: conversations.version })
  if (row) announce(ctx, 'conversations', id)
  return row?.version
}
