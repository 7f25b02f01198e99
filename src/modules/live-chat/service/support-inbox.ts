import { and, desc, eq, exists, gt, ilike, or, sql } from 'drizzle-orm'
import { fileInChat, filesOfChat } from '#conversations/service/chat-files.ts'
import { chatFiles } from '#conversations/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { sendMail } from '#messaging/service.ts'
import type { ConversationFilter, ConversationsWanted } from '../chat/contract.ts'
import { chatWritten } from '../chat/events.ts'
import { messagesOf } from '../chat/service.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'
import { churchName } from '../church-chat/service.ts'
import { chatReplyMail } from '../emails/chat-reply.ts'

const columns = {
  id: conversations.id,
  email: conversations.email,
  userName: conversations.userName,
  state: conversations.state,
  unread: conversations.unread,
  page: conversations.page,
  lastText: conversations.lastText,
  lastAuthor: conversations.lastAuthor,
  lastAt: conversations.lastAt,
  createdAt: conversations.createdAt,
}
const MOST_ROWS = 10_000

/** The newest first; a search finds addresses, names and every word that was written. */
export async function list(ctx: Ctx, { cursor, limit, ...filter }: ConversationFilter) {
  const wanted = fitting(ctx, filter)
  const start = pageStart(cursor, MOST_ROWS)
  const items = await ctx.db
    .select(columns)
    .from(conversations)
    .where(wanted)
    .orderBy(desc(conversations.lastAt), desc(conversations.id))
    .limit(limit)
    .offset(start)
  const total = await ctx.db.$count(conversations, wanted)
  const waiting = await ctx.db.$count(conversations, and(eq(conversations.form, 'site'), gt(conversations.unread, 0)))
  return { items, nextCursor: start + items.length < total ? String(start + items.length) : null, total, waiting }
}

const fitting = (ctx: Ctx, { q, state }: ConversationsWanted) =>
  and(
    eq(conversations.form, 'site'),
    state ? eq(conversations.state, state) : undefined,
    q ? matches(ctx, q) : undefined,
  )

/** In the order of the list, one line for each conversation; at most 10,000. */
export async function exportCsv(ctx: Ctx, filter: ConversationsWanted) {
  const rows = await ctx.db
    .select(columns)
    .from(conversations)
    .where(fitting(ctx, filter))
    .orderBy(desc(conversations.lastAt), desc(conversations.id))
    .limit(MOST_ROWS)
  const header = ['Started', 'Email', 'Account', 'State', 'Unread', 'Page', 'Last message', 'Author', 'Last at']
  const lines = rows.map(row => [
    ...[row.createdAt, row.email, row.userName, row.state, row.unread, row.page],
    ...[row.lastText, row.lastAuthor, row.lastAt],
  ])
  return { csv: csvFile(header, lines) }
}

function matches(ctx: Ctx, q: string) {
  const pattern = containing(q)
  const said = ctx.db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), ilike(messages.text, pattern)))
  return or(ilike(conversations.email, pattern), ilike(conversations.userName, pattern), exists(said))
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.select(columns).from(conversations).where(eq(conversations.id, id))
  return { ...found(row, 'Conversation'), messages: await messagesOf(ctx, id) }
}

export async function markSeen(ctx: Ctx, { id }: { id: string }) {
  await ctx.db
    .update(conversations)
    .set({ unread: 0 })
    .where(and(eq(conversations.id, id), gt(conversations.unread, 0)))
  await get(ctx, { id })
  return {}
}

/** A file of the public site's own chat. */
export async function inboxFile(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ chatId: chatFiles.chatId })
    .from(chatFiles)
    .innerJoin(conversations, eq(conversations.id, chatFiles.chatId))
    .where(and(eq(chatFiles.fileId, id), eq(conversations.form, 'site')))
  return fileInChat(ctx, found(row, 'File').chatId, id)
}

interface Reply {
  id: string
  key: string
  text: string
}

/** Into the visitor's window, and by mail where an address was left. The same reply sent twice leaves once. */
export const reply = (ctx: Ctx, written: Reply) => replyAs(ctx, written, userOf(ctx))

/** The same for one of us, or the AI assistant, who wrote it elsewhere; it is not filed again where it came from. */
export async function replyAs(ctx: Ctx, { id, key, text }: Reply, authorId: string | null) {
  const [row] = await ctx.db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  const conversation = found(row, 'Conversation')
  const [user] = authorId ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, authorId)) : []
  const author = authorId ? ('staff' as const) : ('bot' as const)
  const authorName = user?.name || (conversation.form === 'site' ? 'Lampstand' : await churchName(ctx))
  const [stored] = await ctx.db
    .insert(messages)
    .values({ conversationId: id, author, authorId, authorName, text, key })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (!stored) return get(ctx, { id })
  if (!key.startsWith('conversation ')) await emit(ctx, chatWritten, { messageId: stored.id })
  const asked = conversation.lastAuthor === 'visitor' ? conversation.lastText : ''
  await ctx.db
    .update(conversations)
    .set({ unread: 0, lastText: text.slice(0, 300) || 'A file', lastAuthor: author, lastAt: clock.now() })
    .where(eq(conversations.id, id))
  // A church's visitor gets a mail only if the answer isn't seen: Conversations looks after that.
  const files = (await filesOfChat(ctx, id)).get(key.replace('conversation ', '')) ?? []
  if (author === 'staff' && conversation.email && conversation.form === 'site')
    await sendMail(ctx, {
      to: conversation.email,
      files: files.map(file => file.id),
      ...chatReplyMail({
        text: text || 'The file is attached to this email.',
        asked,
        from: authorName,
        href: `${env.publicUrl}/help#chat`,
      }),
      kind: 'chat-reply',
      dedupeKey: `chat-reply:${stored.id}`,
    })
  announce(ctx, 'support-chat', id)
  return get(ctx, { id })
}

/** A closed conversation opens again by itself when its visitor writes. */
export async function setState(ctx: Ctx, { id, state }: { id: string; state: 'open' | 'closed' }) {
  const changes = state === 'closed' ? { state, unread: 0 } : { state }
  await ctx.db.update(conversations).set(changes).where(eq(conversations.id, id))
  announce(ctx, 'support-chat', id)
  return get(ctx, { id })
}
