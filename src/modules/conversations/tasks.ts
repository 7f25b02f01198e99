import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Sends a scheduled reply. `at` stands only in jobs of the former queue, which asked for the time to be waited for. */
export const sendScheduledReply = declareTask(
  'conversations.send-later',
  z.object({ id: z.uuid(), at: z.iso.datetime().optional() }),
  { formerly: 'conversations.scheduled' },
)
/** Mails what a visitor of a chat has not seen. `key` stands only in jobs of the former queue, which came at once. */
export const mailUnseenAnswers = declareTask(
  'conversations.mail-unseen',
  z.object({ chatId: z.uuid(), key: z.uuid().optional() }),
  { formerly: 'conversations.chat-answered-unseen' },
)
