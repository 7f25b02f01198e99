import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { conversationItems, conversations } from '#conversations/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '#messaging/tables.ts'
import type { AutomationTrigger } from '../rules/options.ts'
import { LONGEST_QUESTION } from '../rules/options.ts'
import { toQuestion } from '../rules/templates.ts'
import { assistantThreads } from '../tables.ts'

export type AssistantThread = typeof assistantThreads.$inferSelect

/** The thread's row, made with the first message; locked with its conversation. */
export async function lockThread(ctx: Ctx, conversationId: string) {
  const [conversation] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update')
  // A confidential conversation is invisible here: nothing automatic happens in it.
  if (!conversation) return
  await ctx.db.insert(assistantThreads).values({ conversationId }).onConflictDoNothing()
  const [thread] = await ctx.db
    .select()
    .from(assistantThreads)
    .where(eq(assistantThreads.conversationId, conversationId))
    .for('update')
  return thread && { conversation, thread }
}

export interface Waiting {
  /** Of the newest message, by which they are answered. */
  itemId: string
  channel: Exclude<AutomationTrigger, 'new_lead'>
  question: string
  askedAt: Date
  /** The address or number that they wrote from; empty for a chat. */
  address: string
}

/** What a person wrote since the last answer of anyone. */
export async function readWaitingMessage(
  ctx: Ctx,
  conversationId: string,
  since: string | null,
): Promise<Waiting | null> {
  const [answered] = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(
      and(
        eq(conversationItems.conversationId, conversationId),
        eq(conversationItems.direction, 'out'),
        sql`${conversationItems.kind} <> 'note'`,
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  const after = [answered?.id, since]
    .filter(one => one != null)
    .sort()
    .at(-1)
  const rows = await ctx.db
    .select({
      id: conversationItems.id,
      kind: conversationItems.kind,
      chat: conversationItems.body,
      subject: messages.subject,
      text: messages.bodyText,
      channel: messages.channel,
      sender: messages.sender,
      at: conversationItems.createdAt,
    })
    .from(conversationItems)
    .leftJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(
      and(
        eq(conversationItems.conversationId, conversationId),
        eq(conversationItems.direction, 'in'),
        sql`${conversationItems.kind} in ('chat', 'message')`,
        after ? gt(conversationItems.id, after) : undefined,
      ),
    )
    .orderBy(asc(conversationItems.id))
    .limit(50)
  return toWaiting(rows)
}

interface Line {
  id: string
  kind: string
  chat: string
  subject: string | null
  text: string | null
  channel: string | null
  sender: string | null
  at: Date
}
function toWaiting(rows: readonly Line[]): Waiting | null {
  const newest = rows.at(-1)
  if (!newest) return null
  const channel = newest.kind === 'chat' ? 'chat' : newest.channel
  if (channel !== 'chat' && channel !== 'sms' && channel !== 'email') return null
  const lines = rows.map(row => (row.kind === 'chat' ? row.chat : row.text || row.subject || ''))
  const question = toQuestion(lines, LONGEST_QUESTION)
  return { itemId: newest.id, channel, question, askedAt: newest.at, address: newest.sender ?? '' }
}

/** A member who wrote in the thread, since then. */
export async function memberWhoAnswered(
  ctx: Ctx,
  conversationId: string,
  since: string | null,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ userId: conversationItems.userId })
    .from(conversationItems)
    .where(
      and(
        eq(conversationItems.conversationId, conversationId),
        eq(conversationItems.direction, 'out'),
        sql`${conversationItems.userId} is not null and ${conversationItems.kind} <> 'note'`,
        since ? gt(conversationItems.id, since) : undefined,
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  return row?.userId ?? null
}

/** A keyword, a vote or a workflow has answered the message already. */
export async function wasAnswered(ctx: Ctx, { address, askedAt }: Waiting): Promise<boolean> {
  if (!address) return false
  const where = and(
    eq(messages.recipient, address),
    eq(messages.direction, 'out'),
    gt(messages.createdAt, askedAt),
    sql`${messages.state} <> 'skipped'`,
  )
  return (await ctx.db.$count(messages, where)) > 0
}
