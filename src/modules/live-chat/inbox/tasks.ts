import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Puts what waits of a chat into its thread. `messageId` stands only in jobs of a former queue. */
export const fileChat = declareTask(
  'live-chat.file-chat',
  z.union([z.object({ chatId: z.uuid() }), z.object({ messageId: z.uuid() })]),
  { formerly: ['site.chat-filed', 'site.chat-address-filed'] },
)
