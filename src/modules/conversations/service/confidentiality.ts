import { and, eq, gt, sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { setConfidential as markMessages } from '#messaging/service.ts'
import type { Conversation, Thread } from '../contract.ts'
import { get, selectConversation } from '../service.ts'
import { conversationItems, conversationOpenings, conversations } from '../tables.ts'

interface Move {
  id: string
  version: number
  confidential: boolean
}

/** Its messages disappear with it, wherever else they are listed. */
export async function setConfidential(ctx: Ctx, { id, version, confidential }: Move): Promise<Thread> {
  await selectConversation(ctx, id)
  const rows = await ctx.db
    .update(conversations)
    .set({ confidential })
    .where(and(eq(conversations.id, id), eq(conversations.version, version)))
    .returning({ id: conversations.id })
  if (rows.length === 0) throw new Failure('CONFLICT')
  await markMessages(
    ctx,
    ctx.db
      .select({ id: sql<string>`${conversationItems.messageId}` })
      .from(conversationItems)
      .where(and(eq(conversationItems.conversationId, id), sql`${conversationItems.messageId} is not null`)),
    confidential,
  )
  announce(ctx, 'conversations', id)
  announce(ctx, 'outbox')
  return get(ctx, { id })
}

/** Leaves a trace of who read a confidential conversation: one for each hour in which someone did. */
export async function recordOpening(ctx: Ctx, { id, confidential }: Conversation): Promise<void> {
  const userId = userOf(ctx)
  if (!confidential || !userId) return
  const recent = and(
    eq(conversationOpenings.conversationId, id),
    eq(conversationOpenings.userId, userId),
    gt(conversationOpenings.createdAt, new Date(clock.ms() - hours(1))),
  )
  if ((await ctx.db.$count(conversationOpenings, recent)) === 0)
    await ctx.db.insert(conversationOpenings).values({ conversationId: id, userId, createdAt: clock.now() })
}
