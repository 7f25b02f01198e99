import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { withMaskedCards } from '#card-numbers/rules.ts'
import { addFilesToChat, filesOfChat } from '#conversations/service/chat-files.ts'
import { hasChatAnswer, listChatAnswers } from '#conversations/service/chats.ts'
import { recordVisit } from '#conversations/service/visitors.ts'
import { watchForCrisis } from '#crisis/service.ts'
import { users } from '#identity/tables.ts'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { networkOf } from '#kernel/network.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { digest } from '#kernel/secrets.ts'
import { churchAcknowledgement } from '../church-chat/rules.ts'
import { churchName, isThere, openChat, suspicions } from '../church-chat/service.ts'
import { fileWaitingLines, recordAddress } from '../inbox/service.ts'
import { fileChat } from '../inbox/tasks.ts'
import { filesFor } from '../visitor-files/service.ts'
import type { ChatMessage, Thread } from './contract.ts'
import { acknowledgement, MOST_A_MINUTE, MOST_AN_HOUR, MOST_BEGUN_OF_NETWORK, SHOWN, SILENCE_HOURS } from './rules.ts'
import { conversationOf, visitorHash } from './service/visitor-token.ts'
import { supportConversations as conversations, supportMessages as messages } from './tables.ts'

type Conversation = typeof conversations.$inferSelect
interface NewMessage {
  form: string
  token: string
  key: string
  text: string
  email?: string
  name?: string
  page: string
  pass: string
  website: string
  files: string[]
}

type Chat = Pick<Conversation, 'id' | 'form'>

/** What the visitor wrote and what was acknowledged, with the answers of the thread. */
export async function messagesOf(ctx: Ctx, chat: Chat): Promise<ChatMessage[]> {
  const said = await ctx.db
    .select({
      id: messages.id,
      author: messages.author,
      name: messages.authorName,
      text: messages.text,
      key: messages.key,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.conversationId, chat.id))
    .orderBy(desc(messages.id))
    .limit(SHOWN)
  // Earlier versions stored an answer here as well, under the key that it has in Conversations.
  const stored = new Set(said.flatMap(({ id, key }) => [id, key.replace('conversation ', '')]))
  const answers = (await answersOf(ctx, chat)).filter(({ key }) => !stored.has(key))
  const files = await filesOfChat(ctx, chat.id)
  const filed = ({ id, author, key }: (typeof said)[number]) =>
    author === 'visitor' ? id : key.replace('conversation ', '')
  return [...said, ...answers]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-SHOWN)
    .map(({ key, ...one }) => ({ ...one, files: files.get(filed({ key, ...one })) ?? [] }))
}

async function answersOf(ctx: Ctx, { id, form }: Chat) {
  const answers = await listChatAnswers(ctx, id, SHOWN)
  if (answers.length === 0) return []
  const us = form === 'site' ? 'Lampstand' : await churchName(ctx)
  return answers.map(({ userId, name, key, ...one }) => ({
    ...one,
    key: key ?? '',
    name: name || us,
    author: userId ? ('staff' as const) : ('bot' as const),
  }))
}

export const threadOf = async (ctx: Ctx, chat: Conversation): Promise<Thread> => ({
  state: chat.state,
  email: chat.email,
  there: (await isThere(ctx, chat.form, chat.id)) ?? false,
  messages: await messagesOf(ctx, chat),
})

/**
 * Stored, and acknowledged where nobody has just been heard. The same message sent twice is stored once. What a visitor of a church
 * writes is looked through before anything else answers, and stands in its thread with the same commit.
 */
export async function send(ctx: Ctx, sent: NewMessage): Promise<Thread> {
  const said = withMaskedCards(sent, ['text', 'name', 'page'])
  const { form, token, key, text, email } = said
  const church = form === 'site' ? undefined : await openChat(ctx)
  const ipHash = digest(`support-chat ${networkOf(ctx.ip ?? '')}`)
  const known = await conversationOf(ctx, token)
  if (known && (await isStored(ctx, known.id, key))) return threadOf(ctx, known)
  await requireWithin(ctx, ipHash, known?.id)
  const files = await filesFor(ctx, token, said.files)
  const signs = church && !known ? await suspicions(ctx, said) : []
  const conversation = await begin(ctx, said, ipHash, signs)
  const at = { conversationId: conversation.id, authorId: conversation.userId && userOf(ctx) }
  const [stored] = await ctx.db
    .insert(messages)
    .values({ ...at, author: 'visitor', text, key, ipHash })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (!stored) return threadOf(ctx, conversation)
  await addFilesToChat(ctx, { chatId: conversation.id, said: stored.id, fileIds: files.map(file => file.id) })
  const address = email ?? conversation.email
  const words = await acknowledge(ctx, { conversation, church, address, text, messageId: stored.id })
  if (words)
    await ctx.db.insert(messages).values({ ...at, authorId: null, author: 'bot', text: words, key: `bot ${key}` })
  const [changed] = await ctx.db
    .update(conversations)
    .set({
      email: address,
      name: said.name || conversation.name,
      state: 'open',
      unread: sql`${conversations.unread} + 1`,
      lastText: (text || files.map(file => file.name).join(', ')).slice(0, 300),
      lastAuthor: 'visitor',
      lastAt: clock.now(),
    })
    .where(eq(conversations.id, conversation.id))
    .returning()
  announce(ctx, 'support-chat', conversation.id)
  if (conversation.heldAt) announce(ctx, 'conversations')
  else await fileOrWait(ctx, changed!)
  return threadOf(ctx, changed!)
}

/** What can't be filed now, since the person of the thread is in the trash, waits; their visitor need not know. */
async function fileOrWait(ctx: Ctx, chat: Conversation): Promise<void> {
  try {
    await withEveryRight(ctx, 'inbound', () => fileWaitingLines(ctx, chat))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await enqueue(ctx, fileChat, { chatId: chat.id })
  }
}

interface Arrived {
  conversation: Conversation
  church: Awaited<ReturnType<typeof openChat>> | undefined
  address: string | null
  text: string
  messageId: string
}

/** The fixed words where there is a sign of danger; else that it was received, after a silence. */
async function acknowledge(ctx: Ctx, { conversation, church, address, text, messageId }: Arrived) {
  const crisis = church && (await watchForCrisis(ctx, { text, source: 'chat', sourceId: messageId }))
  if (crisis) return crisis.level === 'page' ? crisis.answer : undefined
  if (!(await isSilent(ctx, conversation.id))) return
  if (!church) return acknowledgement(clock.now(), address)
  const there = await isThere(ctx, conversation.form, conversation.id)
  return churchAcknowledgement(church.church, there, church.hours, address)
}

async function isStored(ctx: Ctx, conversationId: string, key: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.key, key)))
  return rows.length > 0
}

/** Locks the conversation: a second message at once waits here, and finds the first one's row. */
async function begin(ctx: Ctx, { form, token, page, name }: NewMessage, ipHash: string, signs: string[]) {
  // Who is signed in here is no business of a church's own pages.
  const userId = form === 'site' ? userOf(ctx) : null
  const [user] = userId ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId)) : []
  const tokenHash = visitorHash(token)
  const [row] = await ctx.db
    .insert(conversations)
    .values({
      tokenHash,
      page,
      ipHash,
      userId,
      userName: user?.name ?? null,
      lastAt: clock.now(),
      form: form === 'site' ? ('site' as const) : ('church' as const),
      name: name ?? '',
      signs,
      heldAt: signs.length > 0 ? clock.now() : null,
    })
    .onConflictDoUpdate({ target: [conversations.clientId, conversations.tokenHash], set: { tokenHash } })
    .returning()
  return row!
}

/** Neither staff nor the acknowledgement has been heard for half a day. */
async function isSilent(ctx: Ctx, conversationId: string): Promise<boolean> {
  const since = new Date(clock.ms() - hours(SILENCE_HOURS))
  const heard = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        sql`${messages.author} <> 'visitor'`,
        gt(messages.createdAt, since),
      ),
    )
    .limit(1)
  return heard.length === 0 && !(await hasChatAnswer(ctx, conversationId, { since, byTeam: false }))
}

/** Counts the conversation at hand, and its network as a whole, which a congregation shares. */
async function requireWithin(ctx: Ctx, ipHash: string, conversationId: string | undefined): Promise<void> {
  const since = (ago: number) => new Date(clock.ms() - ago)
  if (!conversationId) {
    const ofNetwork = and(eq(conversations.ipHash, ipHash), gt(conversations.createdAt, since(hours(1))))
    if ((await ctx.db.$count(conversations, ofNetwork)) >= MOST_BEGUN_OF_NETWORK) throw tooMany()
    return
  }
  const [row] = await ctx.db
    .select({
      hour: sql<number>`count(*)::int`,
      minute: sql<number>`count(*) filter (where ${messages.createdAt} > ${since(minutes(1)).toISOString()})::int`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.author, 'visitor'),
        gt(messages.createdAt, since(hours(1))),
      ),
    )
  if (row!.minute >= MOST_A_MINUTE || row!.hour >= MOST_AN_HOUR) throw tooMany()
}

const tooMany = () =>
  new Failure('TOO_MANY_REQUESTS', 'You sent many messages at once. Please wait a moment, then try again.')

/** What the window shows; nothing where nobody has written with that token. */
export async function read(ctx: Ctx, { form, token, here }: { form: string; token: string; here: boolean }) {
  const conversation = await conversationOf(ctx, token)
  if (conversation && here) await recordVisit(ctx, conversation.id, true)
  if (conversation) return threadOf(ctx, conversation)
  const there = (await isThere(ctx, form === 'site' ? 'site' : 'church')) ?? false
  return { state: null, email: null, there, messages: [] }
}

export async function leaveEmail(ctx: Ctx, { token, email }: { token: string; email: string }): Promise<Thread> {
  const [row] = await ctx.db
    .update(conversations)
    .set({ email })
    .where(eq(conversations.tokenHash, visitorHash(token)))
    .returning()
  const conversation = found(row, 'Conversation')
  if (!conversation.heldAt) await recordAddress(ctx, conversation)
  announce(ctx, 'support-chat')
  return threadOf(ctx, conversation)
}
