import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'crisis',
  routes: [{ path: 'crisis/:id', file: 'screens/alert.tsx', frame: 'app' }],
  needs: [
    {
      name: 'crisis-alerts',
      order: 1,
      permission: 'prayer.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.OpenAlerts),
    },
  ],
  panels: {
    settings: [
      {
        section: 'Care',
        label: 'On call',
        order: 10,
        permission: 'prayer.write',
        load: () => import('./widgets/on-call.tsx').then(file => file.OnCall),
      },
    ],
  },
  notificationKinds: {
    crisis: { label: 'Someone may be in danger', mail: true },
    'crisis-look': { label: 'A message that someone should read', mail: true },
  },
  statuses: { crisisAlert: { open: 'red', taken: 'yellow', closed: 'grey' } },
  topics: { crisis: 'prayer.read' },
  sampleIds: { 'crisis/:id': { list: '/crisis-alerts?limit=1' } },
})
