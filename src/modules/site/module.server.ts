import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { supportChat, supportInbox } from './chat/contract.ts'
import { churchChat } from './church-chat/contract.ts'
import { seedChat } from './church-chat/seed.ts'
import { contact } from './contact/contract.ts'
import * as contactJobs from './contact/jobs.ts'
import { status } from './contract.ts'
import { siteRoutes } from './http.ts'
import * as inbox from './inbox/jobs.ts'
import { incidents } from './incidents/contract.ts'
import {
  churchChatRouter,
  contactRouter,
  incidentsRouter,
  statusRouter,
  submissionsRouter,
  supportChatRouter,
  supportInboxRouter,
} from './router.ts'
import { submissions } from './submissions/contract.ts'

export default defineServerModule({
  name: 'site',
  contract: { status, contact, supportChat, supportInbox: supportInbox, churchChat, submissions, incidents },
  router: {
    status: statusRouter,
    contact: contactRouter,
    supportChat: supportChatRouter,
    supportInbox: supportInboxRouter,
    churchChat: churchChatRouter,
    submissions: submissionsRouter,
    incidents: incidentsRouter,
  },
  jobs: [contactJobs, inbox],
  http: siteRoutes,
  seed: [seed({ name: 'chat', after: ['campaigns'], run: seedChat })],
  internalEvents: {
    'site.chat-written': 'conversation.received carries it, once it is in its conversation',
    'site.chat-address': 'Files an address that a visitor left in a chat',
    'contact.received': 'Written to the operator, not to an account',
  },
})
