import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { digest } from '#kernel/secrets.ts'
import { supportConversations as conversations } from '../tables.ts'

type Conversation = typeof conversations.$inferSelect

/** By which a conversation is stored in place of the token that a visitor's browser keeps. */
export const visitorHash = (token: string) => digest(`support-chat ${token}`)

/** The conversation that a visitor's token opens. */
export async function conversationOf(ctx: Ctx, token: string): Promise<Conversation | undefined> {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.tokenHash, visitorHash(token)))
  return row
}
