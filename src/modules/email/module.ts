import { defineModule } from '#kernel/modules.ts'

const ofChurch = { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' }

export default defineModule({
  name: 'email',
  routes: [
    { path: 'dashboard/campaigns/topics', file: 'screens/topics.tsx', frame: 'app' },
    { path: 'dashboard/campaigns/domains', file: 'screens/domains.tsx', frame: 'app' },
    { path: 'dashboard/campaigns/:id', file: 'screens/campaign.tsx', frame: 'app' },
    { path: 'admin/newsletters/:id', file: 'screens/composer.tsx', frame: 'app' },
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
  campaignChannels: {
    email: {
      label: 'Email',
      icon: 'IconMail',
      order: 10,
      href: id => `/dashboard/campaigns/${id}`,
      create: () => import('./widgets/new-email-campaign.tsx').then(file => file.NewEmailCampaign),
    },
  },
  timelineKinds: {
    'campaign.email': {
      sentence: ({ name }) => `Was emailed “${name ?? ''}”`,
      href: ({ campaignId }) => (campaignId ? `/dashboard/campaigns/${campaignId}` : null),
    },
  },
  statuses: {
    subscriber: { subscribed: 'green', unsubscribed: 'grey', bounced: 'red', complained: 'red', stopped: 'red' },
  },
  sampleIds: {
    'admin/newsletters/:id': { list: '/newsletters', lacking: 'slug' },
    'admin/newsletters/:sent': { list: '/newsletters', having: 'slug', fields: { sent: 'id' } },
    'dashboard/campaigns/:sent': { list: '/campaigns?channel=email&state=sent', fields: { sent: 'id' } },
    'subscribe/:church': ofChurch,
    'mail/:church': ofChurch,
  },
})
