import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { withMaskedCards } from '#card-numbers/rules.ts'
import { addFilesToChat, filesOfChat } from '#conversations/service/chat-files.ts'
import { recordVisit } from '#conversations/service/visitors.ts'
import { watchForCrisis } from '#crisis/service.ts'
import { users } from '#identity/tables.ts'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { networkOf } from '#kernel/network.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { churchAcknowledgement } from '../church-chat/rules.ts'
import { isThere, openChat, suspicions } from '../church-chat/service.ts'
import { filesFor } from '../visitor-files/service.ts'
import type { ChatMessage, Thread } from './contract.ts'
import { addressLeft, chatWritten } from './events.ts'
import { acknowledgement, MOST_A_MINUTE, MOST_AN_HOUR, MOST_BEGUN_OF_NETWORK, SHOWN, SILENCE_HOURS } from './rules.ts'
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

export const visitorHash = (token: string) => digest(`support-chat ${token}`)

export const messagesOf = async (ctx: Ctx, conversationId: string): Promise<ChatMessage[]> => {
  const newest = await ctx.db
    .select({
      id: messages.id,
      author: messages.author,
      name: messages.authorName,
      text: messages.text,
      key: messages.key,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(desc(messages.id))
    .limit(SHOWN)
  const files = await filesOfChat(ctx, conversationId)
  // What one of us wrote in Conversations is filed under the key that it has there.
  const filed = ({ id, author, key }: (typeof newest)[number]) =>
    author === 'staff' ? key.replace('conversation ', '') : id
  return newest.reverse().map(({ key, ...said }) => ({ ...said, files: files.get(filed({ key, ...said })) ?? [] }))
}

export const threadOf = async (ctx: Ctx, { id, state, email, form }: Conversation): Promise<Thread> => ({
  state,
  email,
  there: (await isThere(ctx, form, id)) ?? false,
  messages: await messagesOf(ctx, id),
})

export async function conversationOf(ctx: Ctx, token: string): Promise<Conversation | undefined> {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.tokenHash, visitorHash(token)))
  return row
}

/**
 * Stored, and acknowledged where nobody has just been heard. The same message sent twice is stored once. What a visitor of a church
 * writes is looked through before anything else answers.
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
  if (!conversation.heldAt) await emit(ctx, chatWritten, { messageId: stored.id })
  const address = email ?? conversation.email
  const crisis = church && (await watchForCrisis(ctx, { text, source: 'chat', sourceId: stored.id }))
  if (crisis?.level === 'page')
    await ctx.db
      .insert(messages)
      .values({ ...at, authorId: null, author: 'bot', text: crisis.answer, key: `bot ${key}` })
  else if (!crisis && (await isSilent(ctx, conversation.id))) {
    const there = await isThere(ctx, conversation.form, conversation.id)
    const words = church
      ? churchAcknowledgement(church.church, there, church.hours, address)
      : acknowledgement(clock.now(), address)
    await ctx.db.insert(messages).values({ ...at, authorId: null, author: 'bot', text: words, key: `bot ${key}` })
  }
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
  return threadOf(ctx, changed!)
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
      ...{ tokenHash, page, ipHash, userId, userName: user?.name ?? null, lastAt: clock.now() },
      ...{ form: form === 'site' ? ('site' as const) : ('church' as const), name: name ?? '' },
      ...{ signs, heldAt: signs.length > 0 ? clock.now() : null },
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
  return heard.length === 0
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
  if (!conversation.heldAt) await emit(ctx, addressLeft, { chatId: conversation.id })
  announce(ctx, 'support-chat')
  return threadOf(ctx, conversation)
}
