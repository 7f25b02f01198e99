import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'closures',
  routes: [{ path: 'closures', file: 'screens/closures.tsx', frame: 'app' }],
  actions: [
    {
      label: 'Announce a closure',
      path: '/closures?new=1',
      order: 58,
      icon: 'IconSnowflake',
      permission: 'settings.write',
    },
  ],
  topics: { closures: 'messaging.write' },
})
