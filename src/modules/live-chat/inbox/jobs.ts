import { chatAnswered } from '#conversations/events.ts'
import { on } from '#kernel/jobs.ts'
import { addressLeft, chatWritten } from '../chat/events.ts'
import { replyAs } from '../service/support-inbox.ts'
import { fileAddressInInbox, fileChatInInbox } from './service.ts'

/** A chat is filed in its thread regardless of who may read the thread. */
const rights = ['pastoral'] as const

export const chatFiled = on(chatWritten, 'site.chat-filed', fileChatInInbox, { rights })
export const addressFiled = on(addressLeft, 'site.chat-address-filed', fileAddressInInbox, { rights })
export const chatReplied = on(chatAnswered, 'site.chat-replied', (ctx, { chatId, key, text, userId }) =>
  replyAs(ctx, { id: chatId, key: `conversation ${key}`, text }, userId).then(() => undefined),
)
