import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { paymentSettings } from './gateways/contract.ts'
import { paymentRoutes } from './http.ts'
import { invoiceSettings, invoices } from './invoices/contract.ts'
import { invoiceRoutes } from './invoices/http.ts'
import * as invoiceJobs from './invoices/jobs.ts'
import { invoiceSettingsRouter, invoicesRouter } from './invoices/router.ts'
import { seedInvoices } from './invoices/seed.ts'
import * as jobs from './jobs.ts'
import { salePlans } from './plans/contract.ts'
import { salePlansRouter } from './plans/router.ts'
import { seedPlans } from './plans/seed.ts'
import { paymentSettingsRouter } from './router.ts'
import { planSubscriptions } from './subscriptions/contract.ts'
import { subscriptionRoutes } from './subscriptions/http.ts'
import * as subscriptionJobs from './subscriptions/jobs.ts'
import { planSubscriptionsRouter } from './subscriptions/router.ts'
import * as subscriptionTasks from './subscriptions/tasks.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'payments',
  contract: { paymentSettings, invoices, invoiceSettings, salePlans, planSubscriptions },
  router: {
    paymentSettings: paymentSettingsRouter,
    invoices: invoicesRouter,
    invoiceSettings: invoiceSettingsRouter,
    salePlans: salePlansRouter,
    planSubscriptions: planSubscriptionsRouter,
  },
  jobs: [jobs, invoiceJobs, subscriptionJobs],
  tasks: [tasks, subscriptionTasks],
  http: [...paymentRoutes, ...invoiceRoutes, ...subscriptionRoutes],
  seed: [seed({ name: 'invoices', run: seedInvoices }), seed({ name: 'sale-plans', run: seedPlans })],
  internalEvents: {
    'payment.changed': 'Tells the module that is paid the status of a payment',
    'plan_subscription.changed': 'Tells the module that sells by a subscription whether it is paid',
  },
})
