import { and, eq } from 'drizzle-orm'
import { withMaskedCards } from '#card-numbers/rules.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { selectConversation } from '../service.ts'
import { conversationDrafts as drafts } from '../tables.ts'
import type { ConversationDraft, KeptDraft } from './contract.ts'

const mine = (ctx: Ctx, conversationId: string) =>
  and(eq(drafts.conversationId, conversationId), eq(drafts.userId, userOf(ctx)!))

export async function get(ctx: Ctx, { id }: { id: string }): Promise<ConversationDraft> {
  await selectConversation(ctx, id)
  const [row] = await ctx.db
    .select({ text: drafts.body, subject: drafts.subject, at: drafts.updatedAt })
    .from(drafts)
    .where(mine(ctx, id))
  return row ?? { text: '', subject: '', at: null }
}

export async function keep(ctx: Ctx, { id, ...typed }: KeptDraft): Promise<ConversationDraft> {
  // A draft is stored while it is typed; what is sent is refused at the field.
  const { text, subject } = withMaskedCards(typed, ['text', 'subject'])
  await selectConversation(ctx, id)
  if (!text && !subject) {
    await drop(ctx, id)
    return { text, subject, at: null }
  }
  const words = { body: text, subject }
  const [row] = await ctx.db
    .insert(drafts)
    .values({ conversationId: id, userId: userOf(ctx)!, ...words })
    .onConflictDoUpdate({ target: [drafts.clientId, drafts.conversationId, drafts.userId], set: words })
    .returning({ at: drafts.updatedAt })
  return { text, subject, at: row!.at }
}

/** It was sent, or recorded as a note. */
export async function drop(ctx: Ctx, conversationId: string): Promise<void> {
  if (userOf(ctx)) await ctx.db.delete(drafts).where(mine(ctx, conversationId))
}
