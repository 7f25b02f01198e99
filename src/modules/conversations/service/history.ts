import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { conversationItems, conversations } from '../tables.ts'

type Item = { id: string } | { messageId: string } | { chatId: string }

const isItem = (item: Item) =>
  and(
    'id' in item ? eq(conversationItems.id, item.id) : undefined,
    'messageId' in item ? eq(conversationItems.messageId, item.messageId) : undefined,
    'chatId' in item ? eq(conversationItems.chatId, item.chatId) : undefined,
  )

/** Gives what stands in a conversation another moment: what a demo says was written days ago. */
export async function redateItem(
  ctx: Ctx,
  item: Item,
  at: Date,
): Promise<{ conversationId: string; messageId: string | null } | undefined> {
  const [row] = await ctx.db
    .update(conversationItems)
    .set({ createdAt: at })
    .where(isItem(item))
    .returning({ conversationId: conversationItems.conversationId, messageId: conversationItems.messageId })
  return row
}

type Head = Pick<typeof conversations.$inferSelect, 'lastAt'> &
  Partial<Pick<typeof conversations.$inferSelect, 'waitingSince' | 'assignedTo' | 'status'>>

/** What a demo says of the whole conversation then. */
export async function redateConversation(ctx: Ctx, id: string, head: Head): Promise<void> {
  await ctx.db.update(conversations).set(head).where(eq(conversations.id, id))
}
