import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { countInWords } from '#people/merging/rules/words.ts'
import { conversationItems, conversations } from '../tables.ts'

/** "1 conversation with 14 messages", of someone who is merged. */
export async function describeThreads(ctx: Ctx, personId: string): Promise<string | undefined> {
  const theirs = ctx.db.select({ id: conversations.id }).from(conversations).where(eq(conversations.personId, personId))
  const threads = await ctx.db.$count(conversations, eq(conversations.personId, personId))
  if (threads === 0) return
  const items = await ctx.db.$count(conversationItems, inArray(conversationItems.conversationId, theirs))
  return `${countInWords(threads, 'conversation')} with ${countInWords(items, 'message')}`
}
