import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { conversationStates } from './rules/states.ts'

/** What someone wrote stands in their thread; `was` and `waited`: how that stood before, new threads closed. */
export const conversationFiled = event(
  'conversations.filed',
  z.object({
    messageId: z.uuid(),
    conversationId: z.uuid(),
    word: z.string().nullable(),
    was: z.enum(conversationStates),
    waited: z.boolean(),
  }),
)

/** What a visitor wrote in a chat stands in its thread; `was`: how that stood before. Never sent where there is a sign of danger. */
export const chatLineFiled = event(
  'conversations.chat-line-filed',
  z.object({ itemId: z.uuid(), conversationId: z.uuid(), was: z.enum(conversationStates) }),
)

/** An answer in a chat stands in its thread, where the visitor's window reads it; without `userId` the AI assistant wrote it. */
export const chatAnswered = event(
  'conversations.chat-answered',
  z.object({ chatId: z.uuid(), key: z.uuid(), text: z.string(), userId: z.uuid().nullable() }),
)
