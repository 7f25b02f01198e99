import { defineModule } from '#kernel/modules.ts'

const startOf = (body: unknown) => {
  const words = typeof body === 'string' ? body : '…'
  return (words.length > 60 ? `${words.slice(0, 59).trimEnd()}…` : words).replaceAll('.', '')
}

export default defineModule({
  name: 'sms',
  routes: [
    { path: 'sms', file: 'screens/sms.tsx', frame: 'app' },
    { path: 'sms/compose', file: 'screens/compose.tsx', frame: 'app' },
    { path: 'sms/registration', file: 'screens/registration.tsx', frame: 'app' },
    { path: 'sms/slides/:id', file: 'screens/slide.tsx', frame: 'app' },
    { path: 'sms/:id', file: 'screens/campaign.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'SMS Marketing',
      path: '/sms',
      order: 20,
      group: 'Outreach',
      icon: 'IconMessage',
      permission: 'messaging.write',
    },
  ],
  actions: [
    { label: 'New text campaign', path: '/sms/compose', order: 50, icon: 'IconMessage', permission: 'messaging.write' },
  ],
  automationActions: {
    'sms.send': {
      label: 'Send a text',
      icon: 'IconMessage',
      permission: 'messaging.write',
      form: () => import('./widgets/workflow-text.tsx').then(file => file.TextForm),
      sentence: ({ body }) => `Text “${startOf(body)}”`,
    },
  },
  campaignChannels: {
    sms: {
      label: 'Text message',
      icon: 'IconMessage',
      order: 20,
      href: id => `/sms/${id}`,
      create: () => import('./widgets/new-text-campaign.tsx').then(file => file.NewTextCampaign),
    },
  },
  timelineKinds: {
    'campaign.sms': {
      sentence: ({ name }) => `Was texted “${name ?? ''}”`,
      href: ({ campaignId }) => (campaignId ? `/sms/${campaignId}` : null),
    },
  },
  notificationKinds: {
    sms_cap: { label: 'The monthly cap for texts is reached', mail: true },
    sms_approval: { label: 'A text campaign needs your approval', mail: true },
    sms_decided: { label: 'Your text campaign is approved or declined', mail: true },
    sms_filtered: { label: 'A campaign is flagged as spam', mail: true },
  },
  sampleIds: {
    'sms/:id': { list: '/sms-campaigns?state=sent', having: 'poll' },
    'sms/:id?show=poll': { list: '/sms-campaigns?state=sent', having: 'poll' },
    'sms/slides/:id': { list: '/sms-keywords' },
  },
})
