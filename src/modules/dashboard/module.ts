import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'dashboard',
  routes: [
    { path: 'dashboard', file: 'screens/dashboard.tsx', frame: 'app' },
    { path: 'dashboard/weekly-letter', file: 'screens/weekly-letter.tsx', frame: 'app' },
  ],
  navigation: [{ label: 'Dashboard', path: '/dashboard', order: 10, group: 'Overview', icon: 'IconLayoutDashboard' }],
  notificationKinds: {
    weekly_letter: {
      label: 'My week: who is new, who waits, birthdays and appointments, on Mondays at 6:00 AM',
      mail: ['owner', 'admin', 'pastor'],
      preview: '/dashboard/weekly-letter',
    },
  },
  tiles: [
    {
      label: 'Getting started',
      size: 'top',
      order: 10,
      permissions: ['people.write'],
      load: () => import('./screens/getting-started.tsx').then(file => file.GettingStarted),
    },
    {
      label: 'Who needs me today',
      size: 'half',
      order: 5,
      permissions: [],
      load: () => import('./screens/needs-me.tsx').then(file => file.NeedsMe),
    },
  ],
})
