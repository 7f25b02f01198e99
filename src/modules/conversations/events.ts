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

/** One of us has answered in a chat: it goes into the visitor's window. */
export const chatAnswered = event(
  'conversations.chat-answered',
  z.object({ chatId: z.uuid(), key: z.uuid(), text: z.string(), userId: z.uuid() }),
)

/** An answer is to leave at that time, unless it is put off or undone before. */
export const answerScheduled = event('conversations.answer-scheduled', z.object({ id: z.uuid(), at: z.iso.datetime() }))
