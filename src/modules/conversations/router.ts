import { expose } from '#kernel/expose.ts'
import { conversations } from './contract.ts'
import { conversationDrafts } from './drafts/contract.ts'
import * as drafts from './drafts/service.ts'
import { household, items, retry, send } from './items/service.ts'
import { macros } from './macros/contract.ts'
import * as macroService from './macros/service.ts'
import { scheduledAnswers } from './scheduled-replies/contract.ts'
import * as later from './scheduled-replies/service.ts'
import { setConfidential } from './service/confidentiality.ts'
import { bulk, counts, list } from './service/list.ts'
import { note, presence } from './service/notes.ts'
import { settleReview } from './service/opt-out-review.ts'
import * as service from './service.ts'
import { snippets } from './snippets/contract.ts'
import * as snippetService from './snippets/service.ts'
import { conversationViews } from './views/contract.ts'
import * as views from './views/service.ts'

export const conversationsRouter = expose(conversations, {
  ...service,
  list,
  counts,
  household,
  bulk,
  items,
  note,
  presence,
  retry,
  setConfidential,
  settleReview,
  send,
})
export const scheduledAnswersRouter = expose(scheduledAnswers, later)
export const conversationDraftsRouter = expose(conversationDrafts, { get: drafts.get, keep: drafts.keep })
export const snippetsRouter = expose(snippets, snippetService)
export const macrosRouter = expose(macros, macroService)
export const conversationViewsRouter = expose(conversationViews, views)
