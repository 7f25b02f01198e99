import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'webhooks',
  statuses: {
    webhookEndpoint: { enabled: 'green', disabled: 'red' },
    webhookDelivery: { pending: 'yellow', delivered: 'green', failed: 'red', skipped: 'grey' },
  },
  notificationKinds: {
    webhook: { label: 'A webhook endpoint was turned off after failures', mail: true },
  },
  panels: {
    settings: [
      {
        section: 'API',
        label: 'Webhooks',
        order: 20,
        permission: 'api.write',
        load: () => import('./widgets/webhooks.tsx').then(file => file.Webhooks),
      },
    ],
  },
})
