import { defineServerModule } from '#kernel/server-modules.ts'
import { paymentSettings } from './gateways/contract.ts'
import { paymentRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { paymentSettingsRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'payments',
  contract: { paymentSettings },
  router: { paymentSettings: paymentSettingsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: paymentRoutes,
  internalEvents: { 'payment.changed': 'Tells the module that is paid what became of a payment' },
})
