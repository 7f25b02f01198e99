import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'payments',
  routes: [{ path: 'payment-settings', file: 'screens/payment-settings.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Payment Settings',
      path: '/payment-settings',
      group: 'Tools',
      order: 30,
      icon: 'IconCreditCard',
      permission: 'payments.write',
    },
  ],
  topics: {
    payments: 'payments.write',
    invoices: 'payments.write',
    salePlans: 'payments.write',
    planSubscriptions: 'payments.write',
  },
  portalSections: [
    {
      label: 'Subscriptions',
      description: 'Plans that you pay for regularly.',
      order: 22,
      path: 'subscriptions',
    },
  ],
  notificationKinds: {
    'plan-subscription': { label: 'A subscription is past due', mail: false },
    'refund-failed': { label: 'A refund failed', mail: false },
  },
  statuses: {
    salesInvoice: {
      draft: 'grey',
      open: 'blue',
      partially_paid: 'yellow',
      paid: 'green',
      void: 'grey',
      uncollectible: 'red',
      overdue: 'red',
    },
    planSubscription: { pending: 'grey', active: 'green', past_due: 'red', canceled: 'grey' },
    salePlan: { active: 'green', inactive: 'grey', archived: 'grey' },
    payment: {
      created: 'grey',
      pending: 'yellow',
      succeeded: 'green',
      failed: 'red',
      canceled: 'grey',
      expired: 'grey',
      unknown: 'yellow',
    },
    gatewayEvent: { new: 'yellow', done: 'green', failed: 'red', ignored: 'grey' },
    gatewayMode: { sandbox: 'yellow', test: 'yellow', live: 'green' },
  },
})
