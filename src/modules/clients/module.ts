import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'clients',
  routes: [
    { path: 'invitation', file: 'screens/invitation.tsx', frame: 'plain' },
    { path: 'welcome', file: 'screens/welcome.tsx', frame: 'app' },
    { path: 'dashboard/clients', file: 'screens/clients.tsx', frame: 'app' },
    { path: 'settings', file: 'screens/settings.tsx', frame: 'app' },
  ],
  navigation: [
    { label: 'Clients', path: '/dashboard/clients', order: 20, group: 'Overview', icon: 'IconBuildingChurch' },
    {
      label: 'Settings',
      path: '/settings',
      order: 90,
      group: 'Tools',
      icon: 'IconSettings',
      permission: 'settings.read',
    },
  ],
  needs: [
    {
      name: 'invitations',
      order: 60,
      permission: 'members.write',
      load: () => import('./widgets/expiring-invitations.tsx').then(file => file.ExpiringInvitations),
    },
  ],
  notificationKinds: {
    export: { label: 'An export that you asked for is ready', mail: true },
    confided_role: { label: 'Someone gets a role that can see pastoral notes or gifts', mail: true },
  },
  statuses: {
    role: {
      owner: 'purple',
      admin: 'blue',
      staff: 'green',
      pastor: 'yellow',
      finance: 'grey',
      volunteer: 'grey',
      viewer: 'grey',
    },
    invitation: { pending: 'yellow', accepted: 'green', expired: 'grey', revoked: 'grey' },
    access: { full: 'green', read_only: 'yellow', suspended: 'red' },
  },
  topics: {
    church: 'people.basic',
    members: 'people.basic',
  },
})
