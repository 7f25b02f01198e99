import { and, eq, lte, sql } from 'drizzle-orm'
import { fileChatLines } from '#conversations/service/chats.ts'
import { closeThreadOfChat, threadOfChat } from '#conversations/service/crisis.ts'
import { meetVisitor } from '#conversations/service/visitors.ts'
import type { CrisisSource } from '#crisis/service/sources.ts'
import { alertLevelOf } from '#crisis/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'
import { chatPlace } from '../church-chat/service.ts'

/** What is said in a chat is also stored in the conversations of its account. */
export async function fileChatInInbox(ctx: Ctx, { messageId }: { messageId: string }): Promise<void> {
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
  const visitor = await visitorIn(ctx, conversation)
  if (message.author === 'staff') {
    const { text, authorId: userId } = message
    return fileChatLines(ctx, { ...visitor, messageId, text, direction: 'out', userId })
  }
  // Jobs of several messages run side by side: what was said earlier is filed first.
  for (const { id, text } of await notFiledUpTo(ctx, conversation.id, messageId))
    await fileChatLines(ctx, {
      ...{ ...visitor, messageId: id, text, direction: 'in', userId: null },
      isCrisis: (await alertLevelOf(ctx, { source: 'chat', sourceId: id })) !== null,
    })
  if ((await alertLevelOf(ctx, { source: 'chat', sourceId: messageId })) === 'page')
    await closeThreadOfChat(ctx, conversation.id)
}

/** What the person who took a crisis alert reads. */
export const readForCrisis: CrisisSource = async (ctx, id) => {
  const [row] = await ctx.db
    .select({ text: messages.text, name: conversations.name, email: conversations.email, chatId: conversations.id })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.clientId, messages.clientId), eq(conversations.id, messages.conversationId)),
    )
    .where(eq(messages.id, id))
  if (!row) return null
  const thread = await threadOfChat(ctx, row.chatId)
  return { ...row, name: row.name || null, phone: null, href: thread ? `/conversations?c=${thread}` : null }
}

const notFiledUpTo = (ctx: Ctx, chatId: string, messageId: string) =>
  ctx.db
    .select({ id: messages.id, text: messages.text })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, chatId),
        eq(messages.author, 'visitor'),
        lte(messages.id, messageId),
        sql`not exists (select from conversation_items i where i.client_id = ${messages.clientId}
          and i.chat_id = ${messages.conversationId} and i.key = ${messages.id})`,
      ),
    )
    .orderBy(messages.id)

/** The address that a visitor left is known there too. */
export async function fileAddressInInbox(ctx: Ctx, { chatId }: { chatId: string }): Promise<void> {
  const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.id, chatId))
  if (conversation) await meetVisitor(ctx, await visitorIn(ctx, conversation))
}

const visitorIn = async (ctx: Ctx, { id, email, name, userName, form }: typeof conversations.$inferSelect) => ({
  chatId: id,
  email,
  name: userName || name || null,
  known: Boolean(userName),
  place: form === 'church' ? await chatPlace(ctx) : '',
})
