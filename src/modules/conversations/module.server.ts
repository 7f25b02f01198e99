import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { conversations } from './contract.ts'
import { conversationDrafts } from './drafts/contract.ts'
import { conversationFiled } from './events.ts'
import { conversationRoutes } from './http.ts'
import { seedHistories } from './items/seed.ts'
import * as jobs from './jobs.ts'
import { macros } from './macros/contract.ts'
import {
  conversationDraftsRouter,
  conversationsRouter,
  conversationViewsRouter,
  macrosRouter,
  scheduledRepliesRouter,
  snippetsRouter,
} from './router.ts'
import { scheduledReplies } from './scheduled-replies/contract.ts'
import { seedConversations } from './seed.ts'
import { readForCrisis, readVoicemailForCrisis } from './service/crisis.ts'
import { conversationMerge } from './service/merge.ts'
import { messageTriggers } from './service/workflow-pieces.ts'
import { snippets } from './snippets/contract.ts'
import * as tasks from './tasks.ts'
import { conversationViews } from './views/contract.ts'

export default defineServerModule({
  name: 'conversations',
  crisisSources: { conversation: readForCrisis, voicemail: readVoicemailForCrisis },
  workflowTriggers: messageTriggers,
  mergePolicy: conversationMerge,
  contract: {
    conversations,
    conversationDrafts,
    conversationViews,
    scheduledReplies: scheduledReplies,
    snippets,
    macros,
  },
  router: {
    conversations: conversationsRouter,
    conversationDrafts: conversationDraftsRouter,
    conversationViews: conversationViewsRouter,
    scheduledReplies: scheduledRepliesRouter,
    snippets: snippetsRouter,
    macros: macrosRouter,
  },
  jobs: [jobs],
  tasks: [tasks],
  http: conversationRoutes,
  seed: [
    seed({ name: 'conversations', after: ['leads'], run: seedConversations }),
    seed({ name: 'histories', after: ['telephony'], run: (ctx, { userIds }) => seedHistories(ctx, userIds) }),
  ],
  webhookEvents: {
    'conversation.received': webhookEvent({
      event: conversationFiled,
      summary: 'Someone wrote to the church, by text, email or chat',
      read: ['conversations', 'get'],
      input: ({ conversationId }) => ({ id: conversationId }),
      details: ({ messageId }) => ({ messageId }),
    }),
  },
  internalEvents: {
    'conversations.chat-line-filed': 'conversation.received carries what came in',
    'conversations.chat-answered': 'Keeps the inbox of the chat up to date, which emails answers of the public site',
  },
})
