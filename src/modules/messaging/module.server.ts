import { defineServerModule } from '#kernel/server-modules.ts'
import { attachmentRoutes } from './attachments/http.ts'
import { outbox } from './contract.ts'
import * as delivery from './delivery/jobs.ts'
import * as deliveryTasks from './delivery/tasks.ts'
import { sendingDomains } from './domains/contract.ts'
import { messagingRoutes } from './http.ts'
import { inboundEmails } from './inbound-email/contract.ts'
import { mailInRoutes } from './inbound-email/http.ts'
import * as mailIn from './inbound-email/jobs.ts'
import * as tasks from './inbound-email/tasks.ts'
import * as jobs from './jobs.ts'
import { inboundEmailsRouter, outboxRouter, sendingDomainsRouter } from './router.ts'
import * as smsStatus from './sms-status/jobs.ts'
import * as smsStatusTasks from './sms-status/tasks.ts'

export default defineServerModule({
  name: 'messaging',
  contract: { outbox, sendingDomains, inboundEmails },
  router: { outbox: outboxRouter, sendingDomains: sendingDomainsRouter, inboundEmails: inboundEmailsRouter },
  jobs: [delivery, smsStatus, jobs, mailIn],
  tasks: [deliveryTasks, smsStatusTasks, tasks],
  http: [...messagingRoutes, ...attachmentRoutes, ...mailInRoutes],
  internalEvents: {
    'messages.queued': 'Asks for delivery',
    'messages.batch-moved': 'Asks a campaign to go on',
    'message.settled': 'Tells the module that wrote a message; campaigns have their own events',
    'message.received': 'conversation.received carries it, once it is in its conversation',
    'text.lost': 'Asks a member to look at a text whose delivery is unknown',
    'mailbox.looked': 'Health of a mailbox, shown to members',
  },
})
