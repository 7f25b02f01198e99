import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { supportChat, supportInbox } from './chat/contract.ts'
import { churchChat } from './church-chat/contract.ts'
import { seedChat } from './church-chat/seed.ts'
import { liveChatRoutes } from './http.ts'
import * as inbox from './inbox/jobs.ts'
import { readForCrisis } from './inbox/service.ts'
import * as tasks from './inbox/tasks.ts'
import { churchChatRouter, supportChatRouter, supportInboxRouter } from './router.ts'

export default defineServerModule({
  name: 'live-chat',
  crisisSources: { chat: readForCrisis },
  contract: { supportChat, supportInbox, churchChat },
  router: { supportChat: supportChatRouter, supportInbox: supportInboxRouter, churchChat: churchChatRouter },
  jobs: [inbox],
  tasks: [tasks],
  http: liveChatRoutes,
  seed: [seed({ name: 'chat', after: ['campaigns'], run: seedChat })],
})
