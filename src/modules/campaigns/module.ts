import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'campaigns',
  routes: [{ path: 'dashboard/campaigns', file: 'screens/campaigns.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Campaigns',
      path: '/dashboard/campaigns',
      order: 10,
      group: 'Outreach',
      icon: 'IconBroadcast',
      permission: 'messaging.write',
    },
  ],
  actions: [
    {
      label: 'New campaign',
      path: '/dashboard/campaigns?new=1',
      order: 50,
      icon: 'IconBroadcast',
      permission: 'messaging.write',
    },
  ],
  tiles: [
    {
      label: 'Campaigns',
      size: 'figure',
      order: 30,
      permissions: ['analytics.read', 'messaging.write'],
      load: () => import('./widgets/campaigns-tile.tsx').then(file => file.CampaignsTile),
    },
  ],
  statuses: {
    campaign: {
      draft: 'grey',
      ready: 'purple',
      waiting: 'yellow',
      declined: 'red',
      scheduled: 'purple',
      sending: 'blue',
      paused: 'yellow',
      sent: 'green',
      cancelled: 'grey',
    },
    recipient: {
      waiting: 'grey',
      sent: 'blue',
      delivered: 'green',
      skipped: 'grey',
      bounced: 'red',
      failed: 'red',
      unknown: 'yellow',
      complained: 'red',
      unsubscribed: 'grey',
      undelivered: 'red',
      replied: 'green',
      clicked: 'green',
      opted_out: 'grey',
    },
  },
  topics: {
    campaigns: 'messaging.write',
  },
})
