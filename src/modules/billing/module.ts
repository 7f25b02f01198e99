import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'billing',
  statuses: {
    subscription: {
      active: 'green',
      trialing: 'blue',
      past_due: 'yellow',
      paused: 'yellow',
      incomplete: 'yellow',
      unpaid: 'red',
      canceled: 'red',
      incomplete_expired: 'red',
    },
    invoice: { paid: 'green', open: 'yellow', draft: 'grey', void: 'grey', uncollectible: 'red' },
    product: { active: 'green', inactive: 'grey' },
    sync: { synced: 'green', pending: 'yellow', sync_failed: 'red' },
  },
  panels: {
    profile: [
      {
        label: 'Subscription',
        order: 10,
        load: () => import('./widgets/subscription-details.tsx').then(file => file.SubscriptionDetails),
      },
    ],
  },
  topics: {
    billing: 'billing.write',
  },
})
