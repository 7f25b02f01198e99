import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { notify } from '#notifications/service.ts'
import { lastNameLikeness, sameFirstName, splitName } from '#people/rules/names.ts'
import type { Answer, Item } from '../contract.ts'
import { chatAnswered, chatLineFiled } from '../events.ts'
import { appendItem, itemById, reopenConversation } from '../items/service.ts'
import { peopleAt, selectConversation, threadOf } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'
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
  /** Who of us wrote it. */
  userId: string | null
  /** It holds a sign of danger: nothing automatic follows. */
  isCrisis?: boolean
}

/** Puts what was said in a chat into its thread, once; a visitor who writes is someone who waits. */
export async function fileChatLines(ctx: Ctx, line: ChatLine): Promise<void> {
  const { chatId, messageId: key, direction, text, userId } = line
  await meetVisitor(ctx, line)
  const id = await threadOfChat(ctx, line)
  const { waitingSince, status } = await selectConversation(ctx, id)
  const item = await appendItem(ctx, id, { key, kind: 'chat', chatId, body: text, direction, userId })
  if (!item) return
  if (direction === 'out') {
    await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
    return
  }
  await recordVisit(ctx, chatId, true)
  if (line.place) await applyVisitorOptOut(ctx, chatId, text)
  await reopenConversation(ctx, id)
  if (!waitingSince) await tell(ctx, id, line)
  if (!line.isCrisis) await emit(ctx, chatLineFiled, { itemId: item, conversationId: id, was: status })
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

/** Into the visitor's window; the module that owns the chat shows it, and mails it to a visitor who has gone. */
export async function answerChat(ctx: Ctx, { id, text, files, key, by }: Answer & { by?: string }): Promise<Item> {
  const known = await sentBefore(ctx, id, key)
  if (known) return itemById(ctx, known)
  await requireAttachable(ctx, files, 'chat', by)
  const chatId = found(await findChat(ctx, id), 'Chat')
  const userId = by ?? userOf(ctx)
  const itemId = await appendItem(ctx, id, { key, kind: 'chat', chatId, body: text, direction: 'out', userId })
  if (!itemId) return itemById(ctx, found(await sentBefore(ctx, id, key), 'Message'))
  await addFilesToChat(ctx, { chatId, said: key, fileIds: files })
  await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
  await emit(ctx, chatAnswered, { chatId, key, text, userId: userId! })
  return itemById(ctx, itemId)
}

async function sentBefore(ctx: Ctx, conversationId: string, key: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(and(eq(conversationItems.conversationId, conversationId), eq(conversationItems.key, key)))
  return row?.id
}
