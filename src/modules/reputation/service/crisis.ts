import { eq } from 'drizzle-orm'
import { conversationItems } from '#conversations/tables.ts'
import type { Words } from '#crisis/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { reviews } from '../tables.ts'

/** The words behind a crisis alert. A platform tells no address of its authors. */
export async function readForCrisis(ctx: Ctx, id: string): Promise<Words | null> {
  const [row] = await ctx.db.select().from(reviews).where(eq(reviews.id, id))
  if (!row) return readPrivateWords(ctx, id)
  return { text: row.content, name: row.author, email: null, phone: null, href: `/reputation?review=${id}` }
}

/** What was told privately on the page of a code stands in a thread alone. */
async function readPrivateWords(ctx: Ctx, id: string): Promise<Words | null> {
  const [row] = await ctx.db
    .select({ text: conversationItems.body, thread: conversationItems.conversationId })
    .from(conversationItems)
    .where(eq(conversationItems.chatId, id))
    .orderBy(conversationItems.id)
    .limit(1)
  return row ? { text: row.text, name: null, email: null, phone: null, href: `/conversations?c=${row.thread}` } : null
}
