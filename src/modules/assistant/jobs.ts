import { chatLineFiled, conversationFiled } from '#conversations/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { leadCreated } from '#leads/events.ts'
import { completeEnded, forgetDrafts, withAssistant } from './service/closing.ts'
import { tryDraft } from './service/evaluation.ts'
import { indexFile } from './service/files.ts'
import { refreshLive } from './service/live-sources.ts'
import { answerMessage, hearChat, hearMessage } from './service/replying.ts'
import { isEnabled } from './service/settings.ts'
import { welcomeLead } from './service/welcoming.ts'
import { answer, evaluateDraft, indexSource } from './tasks.ts'

/** None of these has a right: a confidential conversation does not exist for the assistant. */
const wants = isEnabled

export const heard = on(conversationFiled, 'assistant.heard', hearMessage, { wants })
export const heardChat = on(chatLineFiled, 'assistant.heard-chat', hearChat, { wants })
export const lead = on(leadCreated, 'assistant.lead', welcomeLead, { wants })
export const answering = task(answer, answerMessage)
export const indexing = task(indexSource, indexFile)
export const evaluating = task(evaluateDraft, (ctx, payload) => ctx.tx(tx => tryDraft(tx, payload)))
export const completing = every('*/2 * * * *', 'assistant.complete', completeEnded, withAssistant)
/** Service times and events change by themselves. */
export const refreshing = every('23 * * * *', 'assistant.refresh', refreshLive, withAssistant)
export const forgetting = every('41 4 * * *', 'assistant.forget', forgetDrafts, withAssistant)
