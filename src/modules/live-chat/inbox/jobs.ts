import { chatAnswered } from '#conversations/events.ts'
import { on, task } from '#kernel/jobs.ts'
import { recordAnswer } from '../service/support-inbox.ts'
import { fileWaitingChat } from './service.ts'
import { fileChat } from './tasks.ts'

/** A chat is filed in its thread regardless of who may read the thread. */
const rights = ['pastoral'] as const

export const chatFiling = task(fileChat, (ctx, which) => ctx.tx(tx => fileWaitingChat(tx, which)), { rights })
export const onChatAnswered = on(chatAnswered, 'site.chat-replied', recordAnswer)
