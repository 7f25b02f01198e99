import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, minutes } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { notify } from '#notifications/service.ts'
import { lastNameLikeness, sameFirstName, splitName } from '#people/rules/names.ts'
import type { Answer, Item } from '../contract.ts'
import { chatAnswered, chatLineFiled } from '../events.ts'
import { appendItem, itemById, reopenConversation } from '../items/service/stored-items.ts'
import { peopleAt, selectConversation, threadOf } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'
import { mailUnseenAnswers } from '../tasks.ts'
import { requireAttachable } from './attachments.ts'
import { addFilesToChat } from './chat-files.ts'
import { applyVisitorOptOut, meetVisitor, recordVisit, threadOfVisitor } from './visitors.ts'

export interface ChatLine {
  /** Of the chat, and of what was said in it. */
  chatId: string
  messageId: string
  direction: 'in' | 'out'
  text: string
  /** What the visitor left. */
  email: string | null
  name: string | null
  /** They are signed in: it is known who they are. */
  known?: boolean
  /** Where the visitor goes on; empty: the module that owns the chat mails what they don't see. */
  place?: string
  /** Who of us wrote it, and how the visitor reads them. */
  userId: string | null
  authorName?: string
  /** It holds a sign of danger: nothing automatic follows. */
  isCrisis?: boolean
}

/**
 * Puts what was said in a chat into its thread, once; a visitor who writes is someone who waits.
 * @returns whether it was new
 */
export async function fileChatLines(ctx: Ctx, line: ChatLine): Promise<boolean> {
  const { chatId, messageId: key, direction, text, userId, authorName } = line
  await meetVisitor(ctx, line)
  const id = await threadOfChat(ctx, line)
  const { waitingSince, status } = await selectConversation(ctx, id)
  const item = await appendItem(ctx, id, { key, kind: 'chat', chatId, body: text, direction, userId, authorName })
  if (!item) return false
  if (direction === 'out') {
    await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
    return true
  }
  await recordVisit(ctx, chatId, true)
  if (line.place) await applyVisitorOptOut(ctx, chatId, text)
  await reopenConversation(ctx, id)
  if (!waitingSince) await tell(ctx, id, line)
  if (!line.isCrisis) await emit(ctx, chatLineFiled, { itemId: item, conversationId: id, was: status })
  return true
}

/** Where it has been so far; else with the one person of that address and name; else in a thread of its own. */
async function threadOfChat(ctx: Ctx, { chatId, email, name }: ChatLine): Promise<string> {
  const known = await threadOfVisitor(ctx, chatId)
  const label = name || email || `Visitor ${chatId.slice(-4).toUpperCase()}`
  const personId = !known && email && name ? await personCalled(ctx, email, name) : undefined
  const id = known ?? (await threadOf(ctx, personId ? { personId } : { address: `chat:${chatId}` }))
  await ctx.db
    .update(conversations)
    .set({ label })
    .where(and(eq(conversations.id, id), isNull(conversations.personId)))
  return id
}

/** A family shares an address: the name has to fit as well, and only one may. */
async function personCalled(ctx: Ctx, email: string, name: string): Promise<string | undefined> {
  const said = splitName(name)
  const fitting = (await peopleAt(ctx, email)).filter(({ name: theirs }) => {
    const { first, last } = splitName(theirs)
    const isFirst = Boolean(said.first && first && sameFirstName(said.first, first))
    return isFirst && (!said.last || !last || lastNameLikeness(said.last, last) !== 'different')
  })
  return fitting.length === 1 ? fitting[0]!.id : undefined
}

/** By bell, to everyone here who may answer. */
async function tell(ctx: Ctx, id: string, { messageId, text }: ChatLine): Promise<void> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const who = team.filter(({ role }) => may(role, 'conversations.write')).map(({ userId }) => userId)
  const { name } = await selectConversation(ctx, id)
  await notify(ctx, who, {
    type: 'chat',
    title: `${name} wrote in the chat`,
    body: text.slice(0, 200) || 'Sent a file',
    href: `/conversations?c=${id}`,
    dedupeKey: `chat:${messageId}`,
  })
}

/** The chat that a thread was in last. */
export async function findChat(ctx: Ctx, conversationId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ chatId: conversationItems.chatId })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, conversationId), isNotNull(conversationItems.chatId)))
    .orderBy(desc(conversationItems.id))
    .limit(1)
  return row?.chatId ?? undefined
}

/** Written into the thread alone: the visitor's window reads it there, and a visitor who has gone gets it by mail. */
export async function answerChat(ctx: Ctx, { id, text, files, key, by }: Answer & { by?: string }): Promise<Item> {
  const known = await sentBefore(ctx, id, key)
  if (known) return itemById(ctx, known)
  await requireAttachable(ctx, files, 'chat', by)
  const chatId = found(await findChat(ctx, id), 'Chat')
  const userId = by ?? userOf(ctx)
  const authorName = userId && (await nameOfUser(ctx, userId))
  const said = { key, kind: 'chat' as const, chatId, body: text, userId, authorName }
  const itemId = await appendItem(ctx, id, { ...said, direction: 'out' })
  if (!itemId) return itemById(ctx, found(await sentBefore(ctx, id, key), 'Message'))
  await addFilesToChat(ctx, { chatId, said: key, fileIds: files })
  await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
  await announceChatAnswer(ctx, { chatId, key, text, userId: userId! })
  return itemById(ctx, itemId)
}

export async function nameOfUser(ctx: Ctx, userId: string): Promise<string> {
  const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return user?.name ?? ''
}

async function sentBefore(ctx: Ctx, conversationId: string, key: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, conversationId), eq(conversationItems.key, key)))
  return row?.id
}

interface WrittenAnswer {
  chatId: string
  key: string
  text: string
  userId: string | null
}

/** The visitor's window is told with the commit; nothing waits in a queue before they can read it. */
export async function announceChatAnswer(ctx: Ctx, answer: WrittenAnswer): Promise<void> {
  announce(ctx, 'support-chat', answer.chatId)
  await emit(ctx, chatAnswered, answer)
  await mailUnseenLater(ctx, answer.chatId)
}

/** So long an answer waits for its visitor to see it. */
const PATIENCE = minutes(2)
export const mailUnseenLater = (ctx: Ctx, chatId: string): Promise<void> =>
  enqueue(ctx, mailUnseenAnswers, { chatId }, { after: new Date(clock.ms() + PATIENCE) })

const isAnswerIn = (chatId: string) =>
  and(eq(conversationItems.chatId, chatId), eq(conversationItems.direction, 'out'), eq(conversationItems.kind, 'chat'))

/** The newest answers in a chat, for its visitor: whatever thread they stand in. */
export const listChatAnswers = (ctx: Ctx, chatId: string, limit: number) =>
  withEveryRight(ctx, 'chat', () =>
    ctx.db
      .select({
        id: conversationItems.id,
        key: conversationItems.key,
        text: conversationItems.body,
        createdAt: conversationItems.createdAt,
        userId: conversationItems.userId,
        name: conversationItems.authorName,
      })
      .from(conversationItems)
      .where(isAnswerIn(chatId))
      .orderBy(desc(conversationItems.id))
      .limit(limit),
  )

interface AnswersWanted {
  since: Date
  /** Written by a person, not by the AI assistant. */
  byTeam: boolean
}

export const hasChatAnswer = (ctx: Ctx, chatId: string, { since, byTeam }: AnswersWanted): Promise<boolean> =>
  withEveryRight(ctx, 'chat', async () => {
    const wanted = and(
      isAnswerIn(chatId),
      gt(conversationItems.createdAt, since),
      byTeam ? isNotNull(conversationItems.userId) : undefined,
    )
    return (await ctx.db.$count(conversationItems, wanted)) > 0
  })
