import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#kernel/ctx.ts'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { messages } from '#messaging/tables.ts'
import { conversationFiled } from '../events.ts'
import { hasKeyword } from '../rules/keyword.ts'
import { answerChannels } from '../rules/states.ts'
import { conversationItems, conversations } from '../tables.ts'

interface Filed {
  messageId: string
  conversationId: string
  word: string | null
}

/** Whose thread it is; nobody for an opt-out, which is obeyed and starts nothing, and for what a job may not see. */
async function writer({ conversationId, word }: Filed, ctx: Ctx): Promise<string | null> {
  if (word === 'stop' || word === 'fuzzy_stop') return null
  const [row] = await ctx.db
    .select({ personId: conversations.personId })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
  return row?.personId ?? null
}

export const messageTriggers: Record<string, WorkflowTrigger> = {
  'message.received': {
    event: conversationFiled,
    input: z.object({ channel: z.enum(answerChannels).nullish(), keyword: z.string().trim().max(60).nullish() }),
    person: writer,
    async fits({ messageId }: Filed, { channel, keyword }, ctx) {
      if (!channel && !keyword) return true
      const [row] = await ctx.db
        .select({ channel: messages.channel, body: messages.bodyText, isChat: conversationItems.chatId })
        .from(messages)
        .leftJoin(conversationItems, eq(conversationItems.messageId, messages.id))
        .where(eq(messages.id, messageId))
      if (!row || (channel && (row.isChat ? 'chat' : row.channel) !== channel)) return false
      return !keyword || hasKeyword(row.body, keyword)
    },
  },
}
