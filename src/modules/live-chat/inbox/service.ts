import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { type ChatLine, fileChatLines } from '#conversations/service/chats.ts'
import { closeThreadOfChat, threadOfChat } from '#conversations/service/crisis.ts'
import { meetVisitor } from '#conversations/service/visitors.ts'
import type { CrisisSource } from '#crisis/service/sources.ts'
import { alertLevelOf } from '#crisis/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'
import { chatPlace } from '../church-chat/service.ts'

type Chat = typeof conversations.$inferSelect

/** Puts what stands in a chat and not yet in its thread there. What is held back stays out until someone lets it in. */
export async function fileWaitingChat(ctx: Ctx, which: { chatId: string } | { messageId: string }): Promise<void> {
  const whose =
    'chatId' in which
      ? eq(conversations.id, which.chatId)
      : inArray(
          conversations.id,
          ctx.db.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, which.messageId)),
        )
  const [chat] = await ctx.db.select().from(conversations).where(whose).for('update')
  if (!chat || chat.heldAt) return
  await recordAddress(ctx, chat)
  await fileWaitingLines(ctx, chat)
}

/** In the order in which they were written; the row of the chat is locked, so that two are never filed at once. */
export async function fileWaitingLines(ctx: Ctx, chat: Chat): Promise<void> {
  const visitor = await visitorIn(ctx, chat)
  for (const { id, text, author, authorId } of await listWaitingLines(ctx, chat.id)) {
    const line = { ...visitor, messageId: id, text }
    if (author === 'staff') await fileChatLines(ctx, { ...line, direction: 'out', userId: authorId })
    else await fileVisitorLine(ctx, { ...line, direction: 'in', userId: null })
  }
}

async function fileVisitorLine(ctx: Ctx, line: ChatLine): Promise<void> {
  const level = await alertLevelOf(ctx, { source: 'chat', sourceId: line.messageId })
  await fileChatLines(ctx, { ...line, isCrisis: level !== null })
  if (level === 'page') await closeThreadOfChat(ctx, line.chatId)
}

interface DeskAnswer {
  key: string
  text: string
  userId: string
  authorName: string
}

/** What one of us answers at the inbox, stored in the thread alone. @returns whether it was new */
export async function fileAnswer(ctx: Ctx, chat: Chat, { key, ...said }: DeskAnswer): Promise<boolean> {
  await fileWaitingLines(ctx, chat)
  return fileChatLines(ctx, { ...(await visitorIn(ctx, chat)), ...said, messageId: key, direction: 'out' })
}

/** The address that a visitor left is known in Conversations too. */
export const recordAddress = async (ctx: Ctx, chat: Chat): Promise<void> => meetVisitor(ctx, await visitorIn(ctx, chat))

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

/** Answers that Conversations wrote have their own key there, which stands in ours. */
const listWaitingLines = (ctx: Ctx, chatId: string) =>
  ctx.db
    .select({ id: messages.id, text: messages.text, author: messages.author, authorId: messages.authorId })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, chatId),
        ne(messages.author, 'bot'),
        sql`${messages.key} not like 'conversation %'`,
        sql`not exists (select from conversation_items i where i.client_id = ${messages.clientId}
          and i.chat_id = ${messages.conversationId} and i.key = ${messages.id})`,
      ),
    )
    .orderBy(messages.id)

const visitorIn = async (ctx: Ctx, { id, email, name, userName, form }: Chat) => ({
  chatId: id,
  email,
  name: userName || name || null,
  known: Boolean(userName),
  place: form === 'church' ? await chatPlace(ctx) : '',
})
