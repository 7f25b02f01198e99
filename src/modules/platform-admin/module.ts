import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'platform-admin',
  routes: [{ path: 'admin', file: 'screens/admin.tsx', frame: 'app' }],
  navigation: [
    { label: 'Admin', path: '/admin', order: 100, group: 'Tools', icon: 'IconShieldLock', platformAdmin: true },
  ],
  statuses: {
    provider: { live: 'green', sandbox: 'yellow', missing: 'grey' },
    job: { waiting: 'grey', running: 'blue', failed: 'red' },
  },
})
