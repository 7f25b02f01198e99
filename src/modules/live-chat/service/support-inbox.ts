import { and, desc, eq, exists, gt, ilike, or, sql } from 'drizzle-orm'
import { fileInChat, filesOfChat } from '#conversations/service/chat-files.ts'
import { nameOfUser } from '#conversations/service/chats.ts'
import { chatFiles, conversationItems } from '#conversations/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { containing } from '#kernel/sql.ts'
import { sendMail } from '#messaging/service.ts'
import type { ConversationFilter, ConversationsWanted } from '../chat/contract.ts'
import { messagesOf } from '../chat/service.ts'
import { supportConversations as conversations, supportMessages as messages } from '../chat/tables.ts'
import { chatReplyMail } from '../emails/chat-reply.ts'
import { fileAnswer } from '../inbox/service.ts'

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
    row.createdAt,
    row.email,
    row.userName,
    row.state,
    row.unread,
    row.page,
    row.lastText,
    row.lastAuthor,
    row.lastAt,
  ])
  return { csv: csvFile(header, lines) }
}

function matches(ctx: Ctx, q: string) {
  const pattern = containing(q)
  const said = ctx.db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), ilike(messages.text, pattern)))
  const answered = ctx.db
    .select({ one: sql`1` })
    .from(conversationItems)
    .where(
      and(
        eq(conversationItems.chatId, conversations.id),
        eq(conversationItems.direction, 'out'),
        ilike(conversationItems.body, pattern),
      ),
    )
  const visitor = [ilike(conversations.email, pattern), ilike(conversations.userName, pattern)]
  return or(...visitor, exists(said), exists(answered))
}

export async function get(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .select({ ...columns, form: conversations.form })
    .from(conversations)
    .where(eq(conversations.id, id))
  const { form, ...chat } = found(row, 'Conversation')
  return { ...chat, messages: await messagesOf(ctx, { id, form }) }
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
export async function reply(ctx: Ctx, { id, key, text }: Reply) {
  const [row] = await ctx.db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  const chat = found(row, 'Conversation')
  const userId = userOf(ctx)!
  const answer = { key, text, userId }
  const authorName = await nameOfUser(ctx, userId)
  const isNew = await withEveryRight(ctx, 'filing', () => fileAnswer(ctx, chat, { ...answer, authorName }))
  if (isNew) await recordAnswer(ctx, { ...answer, chatId: id })
  return get(ctx, { id })
}

interface WrittenAnswer {
  chatId: string
  key: string
  text: string
  /** Null: the AI assistant. */
  userId: string | null
}

/** An answer in the thread: everything before it counts as read, and a visitor of the public site gets it by mail. */
export async function recordAnswer(ctx: Ctx, { chatId: id, key, text, userId }: WrittenAnswer): Promise<void> {
  const [known] = await ctx.db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  if (!known) return
  const lastAuthor = userId ? ('staff' as const) : ('bot' as const)
  await ctx.db
    .update(conversations)
    .set({ unread: 0, lastText: text.slice(0, 300) || 'A file', lastAuthor, lastAt: clock.now() })
    .where(eq(conversations.id, id))
  announce(ctx, 'support-chat', id)
  // A church's visitor gets a mail only if the answer isn't seen: Conversations looks after that.
  if (!userId || !known.email || known.form !== 'site') return
  const files = (await filesOfChat(ctx, id)).get(key) ?? []
  await sendMail(ctx, {
    to: known.email,
    files: files.map(file => file.id),
    ...chatReplyMail({
      text: text || 'The file is attached to this email.',
      asked: known.lastAuthor === 'visitor' ? known.lastText : '',
      from: (await nameOfUser(ctx, userId)) || 'Lampstand',
      href: `${env.publicUrl}/help#chat`,
    }),
    kind: 'chat-reply',
    dedupeKey: `chat-reply:${key}`,
  })
}

/** A closed conversation opens again by itself when its visitor writes. */
export async function setState(ctx: Ctx, { id, state }: { id: string; state: 'open' | 'closed' }) {
  const changes = state === 'closed' ? { state, unread: 0 } : { state }
  await ctx.db.update(conversations).set(changes).where(eq(conversations.id, id))
  announce(ctx, 'support-chat', id)
  return get(ctx, { id })
}
