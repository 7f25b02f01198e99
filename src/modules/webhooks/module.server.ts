import { defineServerModule } from '#kernel/server-modules.ts'
import { webhookDeliveries, webhookEndpoints } from './contract.ts'
import * as jobs from './jobs.ts'
import { webhookDeliveriesRouter, webhookEndpointsRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'webhooks',
  contract: { webhookEndpoints, webhookDeliveries },
  router: { webhookEndpoints: webhookEndpointsRouter, webhookDeliveries: webhookDeliveriesRouter },
  jobs: [jobs],
  tasks: [tasks],
  internalEvents: { 'webhooks.step-delivered': 'Is in the log of the workflow that sent it' },
})
