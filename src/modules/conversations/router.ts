import { expose } from '#kernel/expose.ts'
import { conversations } from './contract.ts'
import { conversationDrafts } from './drafts/contract.ts'
import * as drafts from './drafts/service.ts'
import { householdItems, items, retry, send } from './items/service.ts'
import { macros } from './macros/contract.ts'
import * as macroService from './macros/service.ts'
import { scheduledReplies } from './scheduled-replies/contract.ts'
import * as later from './scheduled-replies/service.ts'
import { setConfidential } from './service/confidentiality.ts'
import { bulk, counts, list } from './service/list.ts'
import { addNote, announcePresence } from './service/notes.ts'
import { resolveOptOutReview } from './service/opt-out-review.ts'
import * as service from './service.ts'
import { snippets } from './snippets/contract.ts'
import * as snippetService from './snippets/service.ts'
import { conversationViews } from './views/contract.ts'
import * as views from './views/service.ts'

export const conversationsRouter = expose(conversations, {
  ...service,
  list,
  counts,
  household: householdItems,
  bulk,
  items,
  note: addNote,
  presence: announcePresence,
  retry,
  setConfidential,
  settleReview: resolveOptOutReview,
  send,
  start: service.startConversation,
  read: service.markRead,
  identify: service.assignPerson,
})
export const scheduledRepliesRouter = expose(scheduledReplies, later)
export const conversationDraftsRouter = expose(conversationDrafts, { get: drafts.get, keep: drafts.keep })
export const snippetsRouter = expose(snippets, {
  ...snippetService,
  filled: snippetService.fillSnippet,
  known: snippetService.knownSnippets,
})
export const macrosRouter = expose(macros, macroService)
export const conversationViewsRouter = expose(conversationViews, views)
