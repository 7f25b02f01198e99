import { z } from 'zod'
import { crisisCleared } from '#crisis/events.ts'
import { clock, minutes } from '#kernel/clock.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { callEnded, textCreated } from '#telephony/events.ts'
import { answerScheduled, chatAnswered } from './events.ts'
import { fileCall, fileMessage, fileSent } from './items/service.ts'
import { sendDueReply } from './scheduled-replies/service.ts'
import { releaseMessage } from './service/crisis.ts'
import { accountsWithDueSnoozes, wakeDueConversations } from './service/snoozed.ts'
import { mailUnseen } from './service/visitors.ts'

/** Threads are filed, woken and answered regardless of who may read them. */
const rights = ['pastoral'] as const

export const onMessageReceived = on(messageReceived, 'conversations.received', fileMessage, { rights })
export const onTextCreated = on(textCreated, 'conversations.text-written', fileSent, { rights })
export const onCallEnded = on(callEnded, 'conversations.call-ended', fileCall, { rights })
export const onCrisisCleared = on(
  crisisCleared,
  'conversations.crisis-cleared',
  async (ctx, { source, sourceId }) => {
    if (source === 'conversation') await releaseMessage(ctx, sourceId)
  },
  { rights },
)
/** What was put off comes back. */
export const wakingSnoozed = every('*/5 * * * *', 'conversations.wake', wakeDueConversations, accountsWithDueSnoozes, {
  rights,
})

export const sendLater = task(
  'conversations.send-later',
  z.object({ id: z.uuid() }),
  (ctx, { id }) => ctx.tx(tx => sendDueReply(tx, id)),
  { rights },
)
export const scheduled = on(answerScheduled, 'conversations.scheduled', (ctx, { id, at }) =>
  enqueue(ctx, sendLater, { id }, { after: new Date(at) }),
)

/** So long an answer waits for its visitor to see it. */
const PATIENCE = minutes(2)
export const mailToVisitor = task(
  'conversations.mail-unseen',
  z.object({ chatId: z.uuid() }),
  (ctx, { chatId }) => ctx.tx(tx => mailUnseen(tx, chatId)),
  { rights },
)
export const answeredInChat = on(chatAnswered, 'conversations.chat-answered-unseen', (ctx, { chatId }) =>
  enqueue(ctx, mailToVisitor, { chatId }, { after: new Date(clock.ms() + PATIENCE) }),
)
