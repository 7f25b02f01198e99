import { and, eq } from 'drizzle-orm'
import { fileChat } from '#conversations/chats/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'

/** What is said in the support chat stands in the house's own conversations as well. */
export async function toInbox(ctx: Ctx, { messageId }: { messageId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.clientId, messages.clientId), eq(conversations.id, messages.conversationId)),
    )
    .where(eq(messages.id, messageId))
  if (!row || row.message.author === 'bot') return
  const { message, conversation } = row
  await fileChat(ctx, {
    ...{ chatId: conversation.id, messageId, text: message.text },
    ...{ email: conversation.email, name: conversation.userName },
    direction: message.author === 'visitor' ? 'in' : 'out',
    userId: message.author === 'staff' ? message.authorId : null,
  })
}
