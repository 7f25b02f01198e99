import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'messaging',
  routes: [
    { path: 'outbox', file: 'screens/outbox.tsx', frame: 'plain' },
    { path: 'outbox/templates', file: 'screens/templates.tsx', frame: 'plain' },
  ],
  statuses: {
    message: {
      queued: 'grey',
      held: 'yellow',
      sending: 'blue',
      sent: 'blue',
      delivered: 'green',
      undelivered: 'red',
      failed: 'red',
      unknown: 'yellow',
      skipped: 'grey',
      bounced: 'red',
    },
    domain: { verified: 'green', waiting: 'yellow' },
  },
  topics: {
    outbox: 'settings.read',
  },
})
