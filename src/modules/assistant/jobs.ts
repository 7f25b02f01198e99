import { chatLineFiled, conversationFiled } from '#conversations/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { leadCreated } from '#leads/events.ts'
import { evaluateDraftSettings } from './evaluation/service.ts'
import { accountsWithAssistant, completeEndedThreads, dropOldDrafts } from './service/completed-threads.ts'
import { indexFile } from './service/files.ts'
import { welcomeLead } from './service/lead-welcome.ts'
import { refreshLiveSources } from './service/live-sources.ts'
import { onChatLineFiled, onMessageFiled, replyToMessage } from './service/replies.ts'
import { isEnabled } from './service/settings.ts'
import { answer, evaluateDraft, indexSource } from './tasks.ts'

/** None of these has a right: a confidential conversation does not exist for the assistant. */
const isWanted = isEnabled

export const heard = on(conversationFiled, 'assistant.heard', onMessageFiled, { isWanted })
export const heardChat = on(chatLineFiled, 'assistant.heard-chat', onChatLineFiled, { isWanted })
export const lead = on(leadCreated, 'assistant.lead', welcomeLead, { isWanted })
export const answering = task(answer, replyToMessage)
export const indexing = task(indexSource, indexFile)
export const evaluating = task(evaluateDraft, (ctx, payload) => ctx.tx(tx => evaluateDraftSettings(tx, payload)))
export const completing = every('*/2 * * * *', 'assistant.complete', completeEndedThreads, accountsWithAssistant)
/** Service times and events change by themselves. */
export const refreshing = every('23 * * * *', 'assistant.refresh', refreshLiveSources, accountsWithAssistant)
export const forgetting = every('41 4 * * *', 'assistant.forget', dropOldDrafts, accountsWithAssistant)
