import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, hours, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { replyWord } from '#messaging/rules/reply-words.ts'
import { countSince, sendMail } from '#messaging/service.ts'
import type { Conversation, Thread } from '../contract.ts'
import { chatAnswerMail } from '../emails/chat-answer.ts'
import { presenceNews, VISITOR } from '../rules/presence.ts'
import { sizes } from '../rules/states.ts'
import { conversationItems, conversationVisitors } from '../tables.ts'
import { type ChatFile, filesOfChat } from './chat-files.ts'

/** What a visitor said of themselves, and where they go on. */
export interface MetVisitor {
  chatId: string
  name: string | null
  email: string | null
  /** They are signed in: the address is theirs. */
  known?: boolean
  /** Empty: the module that owns the chat mails the answers. */
  place?: string
}

/** Keeps what a visitor said of themselves; another address than before is unconfirmed again. */
export async function meetVisitor(ctx: Ctx, { chatId, name, email, known, place = '' }: MetVisitor): Promise<void> {
  const said = { name: name ?? '', email: email ?? '', place }
  const confirmedAt = known ? clock.now() : null
  await ctx.db
    .insert(conversationVisitors)
    .values({ chatId, ...said, confirmedAt })
    .onConflictDoUpdate({
      target: [conversationVisitors.clientId, conversationVisitors.chatId],
      set: {
        ...said,
        confirmedAt: sql`case when ${conversationVisitors.email} = ${said.email} then coalesce(${conversationVisitors.confirmedAt}, ${confirmedAt}) else ${confirmedAt} end`,
      },
    })
}

/** An opt-out or opt-in in a chat is about the mails that follow from it; it stops no texts and no newsletters. */
export async function applyVisitorOptOut(ctx: Ctx, chatId: string, text: string): Promise<void> {
  const word = text.length > 300 ? null : replyWord(text, { about: 'emails' })
  if (word !== 'stop' && word !== 'fuzzy_stop' && word !== 'start') return
  await ctx.db
    .update(conversationVisitors)
    .set({ noMail: word !== 'start' })
    .where(eq(conversationVisitors.chatId, chatId))
}

/** The thread that a chat stands in; undefined until it has been filed. */
export async function threadOfVisitor(ctx: Ctx, chatId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: conversationItems.conversationId })
    .from(conversationItems)
    .where(eq(conversationItems.chatId, chatId))
    .limit(1)
  return row?.id
}

/** So long a window that says nothing more counts as open. */
const HERE_MS = seconds(45)

/** Says that the window is before their eyes, or that they have left it. Recorded only where that is news. */
export async function recordVisit(ctx: Ctx, chatId: string, here: boolean): Promise<void> {
  const [known] = await ctx.db
    .select({
      until: conversationVisitors.hereUntil,
      seenId: conversationVisitors.seenId,
      newest: sql<string | null>`(select max(i.id::text)::uuid from ${conversationItems} i
        where i.client_id = ${conversationVisitors.clientId} and i.chat_id = ${chatId} and i.direction = 'out')`,
    })
    .from(conversationVisitors)
    .where(eq(conversationVisitors.chatId, chatId))
  if (!known) return
  const left = (known.until?.getTime() ?? 0) - clock.ms()
  const seenId = here ? known.newest : known.seenId
  if (here ? left > HERE_MS / 2 && seenId === known.seenId : left <= 0) return
  await ctx.db
    .update(conversationVisitors)
    .set({ hereUntil: new Date(clock.ms() + (here ? HERE_MS : 0)), seenId })
    .where(eq(conversationVisitors.chatId, chatId))
  if (here !== left > 0) announce(ctx, 'conversations', await threadOfVisitor(ctx, chatId))
}

/** Colleagues see that the visitor is writing; nothing is stored. */
export async function announceVisitorTyping(ctx: Ctx, chatId: string, on: boolean): Promise<void> {
  const conversationId = await threadOfVisitor(ctx, chatId)
  if (conversationId) announce(ctx, 'presence', presenceNews({ conversationId, userId: VISITOR, on }))
}

/** The visitor at the other end of the thread's newest chat. */
export async function visitorOf(ctx: Ctx, { id }: Pick<Conversation, 'id'>): Promise<Thread['visitor']> {
  const [row] = await ctx.db
    .select({ visitor: conversationVisitors })
    .from(conversationItems)
    .innerJoin(
      conversationVisitors,
      and(
        eq(conversationVisitors.clientId, conversationItems.clientId),
        eq(conversationVisitors.chatId, conversationItems.chatId),
      ),
    )
    .where(eq(conversationItems.conversationId, id))
    .orderBy(desc(conversationItems.id))
    .limit(1)
  if (!row) return null
  const { name, email, confirmedAt, hereUntil, noMail, place } = row.visitor
  const says = [name, email].filter(Boolean).join(', ')
  return {
    here: (hereUntil?.getTime() ?? 0) > clock.ms(),
    email: email || null,
    says: confirmedAt || !says ? null : says,
    noMail,
    mailed: noMail || !email ? 'never' : place ? 'unseen' : 'always',
  }
}

/** They wrote back from the address that they gave: it is theirs. @returns the thread that the mail belongs to */
export async function confirmVisitorAddress(ctx: Ctx, answersId: string, sender: string): Promise<string | undefined> {
  const [item] = await ctx.db
    .select({ id: conversationItems.conversationId })
    .from(conversationItems)
    .where(eq(conversationItems.messageId, answersId))
  if (!item) return
  const chats = ctx.db
    .select({ chatId: conversationItems.chatId })
    .from(conversationItems)
    .where(eq(conversationItems.conversationId, item.id))
  const theirs = await ctx.db
    .update(conversationVisitors)
    .set({ confirmedAt: clock.now() })
    .where(and(eq(conversationVisitors.email, sender), inArray(conversationVisitors.chatId, chats)))
    .returning({ id: conversationVisitors.id })
  return theirs.length > 0 ? item.id : undefined
}

const KIND = 'chat-answer'
/** Mails an hour to one address: more would be a machine that answers ours. */
const MOST_AN_HOUR = 5

/** Mails what a visitor who has gone has not seen: everything at once, each answer one time. */
export async function mailUnseen(ctx: Ctx, chatId: string): Promise<void> {
  const [visitor] = await ctx.db
    .select()
    .from(conversationVisitors)
    .where(eq(conversationVisitors.chatId, chatId))
    .for('update')
  if (!visitor?.place || !visitor.email || visitor.noMail) return
  const answers = await unseen(ctx, chatId, [visitor.seenId, visitor.mailedId])
  const last = answers.at(-1)
  if (!last || (await countSince(ctx, KIND, new Date(clock.ms() - hours(1)), visitor.email)) >= MOST_AN_HOUR) return
  const put = await filesOfChat(ctx, chatId)
  const along = answers.flatMap(({ key }) => put.get(key ?? '') ?? [])
  const [client] = await ctx.db.select({ name: clients.name }).from(clients).where(eq(clients.id, ctx.client.id))
  const written = await sendMail(ctx, {
    to: visitor.email,
    toName: visitor.name,
    kind: KIND,
    purpose: 'conversational',
    dedupeKey: `${KIND}:${last.id}`,
    files: fitting(along),
    ...chatAnswerMail({
      text: answers.map(({ text }) => text).join('\n\n'),
      files: along.map(({ name }) => name),
      asked: await askedBefore(ctx, chatId, answers[0]!.id),
      from: last.author || client!.name,
      church: client!.name,
      href: visitor.place,
    }),
  })
  await ctx.db.update(conversationVisitors).set({ mailedId: last.id }).where(eq(conversationVisitors.chatId, chatId))
  if (!written.id) return
  await ctx.db.update(conversationItems).set({ messageId: written.id }).where(eq(conversationItems.id, last.id))
  announce(ctx, 'conversations', last.conversationId)
}

/** As many of them as a mail takes along; the others are in the chat. */
function fitting(all: ChatFile[]): string[] {
  let room: number = sizes.email
  return all.filter(({ size }) => (room -= size) >= 0).map(({ id }) => id)
}

const later = (than: string | null): SQL | undefined => (than ? gt(conversationItems.id, than) : undefined)

const unseen = (ctx: Ctx, chatId: string, [seen, mailed]: [string | null, string | null]) =>
  ctx.db
    .select({
      id: conversationItems.id,
      key: conversationItems.key,
      conversationId: conversationItems.conversationId,
      text: conversationItems.body,
      author: users.name,
    })
    .from(conversationItems)
    .leftJoin(users, eq(users.id, conversationItems.userId))
    .where(
      and(
        eq(conversationItems.chatId, chatId),
        eq(conversationItems.direction, 'out'),
        isNull(conversationItems.messageId),
        later(seen),
        later(mailed),
      ),
    )
    .orderBy(asc(conversationItems.id))

/** What they had written last. */
async function askedBefore(ctx: Ctx, chatId: string, before: string): Promise<string> {
  const [row] = await ctx.db
    .select({ text: conversationItems.body })
    .from(conversationItems)
    .where(
      and(
        eq(conversationItems.chatId, chatId),
        eq(conversationItems.direction, 'in'),
        sql`${conversationItems.id} < ${before}::uuid`,
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  return (row?.text ?? '').slice(0, 500)
}
