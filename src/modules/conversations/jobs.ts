import { crisisCleared } from '#crisis/events.ts'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { callEnded, textCreated } from '#telephony/events.ts'
import { fileCall, fileMessage, fileSent } from './items/service.ts'
import { sendDueReply } from './scheduled-replies/service.ts'
import { mailUnseenLater } from './service/chats.ts'
import { releaseMessage } from './service/crisis.ts'
import { accountsWithDueSnoozes, wakeDueConversations } from './service/snoozed.ts'
import { mailUnseen } from './service/visitors.ts'
import { mailUnseenAnswers, sendScheduledReply } from './tasks.ts'

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

export const sendingScheduled = task(
  sendScheduledReply,
  (ctx, { id, at }) =>
    ctx.tx(tx => (at ? enqueue(tx, sendScheduledReply, { id }, { after: new Date(at) }) : sendDueReply(tx, id))),
  { rights },
)
export const mailingUnseen = task(
  mailUnseenAnswers,
  (ctx, { chatId, key }) => ctx.tx(tx => (key ? mailUnseenLater(tx, chatId) : mailUnseen(tx, chatId))),
  { rights },
)
