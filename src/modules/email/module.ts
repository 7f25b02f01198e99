import { defineModule } from '#kernel/modules.ts'

const ofChurch = { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' }

export default defineModule({
  name: 'email',
  routes: [
    { path: 'dashboard/campaigns', file: 'screens/campaigns.tsx', frame: 'app' },
    { path: 'dashboard/campaigns/topics', file: 'screens/topics.tsx', frame: 'app' },
    { path: 'dashboard/campaigns/domains', file: 'screens/domains.tsx', frame: 'app' },
    { path: 'dashboard/campaigns/:id', file: 'screens/campaign.tsx', frame: 'app' },
    { path: 'admin/newsletters/:id', file: 'screens/composer.tsx', frame: 'app' },
  ],
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
  automationActions: {
    'email.send': {
      label: 'Send an email',
      icon: 'IconMail',
      permission: 'messaging.write',
      form: () => import('./widgets/workflow-mail.tsx').then(file => file.MailForm),
      sentence: ({ templateId, subject }, name) =>
        templateId
          ? `Send the email template “${name('emailTemplate', templateId)}”`
          : `Send the email “${typeof subject === 'string' ? subject : '…'}”`,
    },
  },
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
  timelineKinds: {
    'campaign.email': {
      sentence: ({ name }) => `Was emailed “${name ?? ''}”`,
      href: ({ campaignId }) => (campaignId ? `/dashboard/campaigns/${campaignId}` : null),
    },
  },
  statuses: {
    newsletter: {
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
    subscriber: { subscribed: 'green', unsubscribed: 'grey', bounced: 'red', complained: 'red', stopped: 'red' },
  },
  topics: {
    campaigns: 'messaging.write',
  },
  sampleIds: {
    'admin/newsletters/:id': { list: '/newsletters', lacking: 'slug' },
    'admin/newsletters/:sent': { list: '/newsletters', having: 'slug', fields: { sent: 'id' } },
    'dashboard/campaigns/:sent': { list: '/campaigns?channel=email&state=sent', fields: { sent: 'id' } },
    'subscribe/:church': ofChurch,
    'mail/:church': ofChurch,
  },
})
