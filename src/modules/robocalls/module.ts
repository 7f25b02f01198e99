import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'robocalls',
  routes: [
    { path: 'robocalls', file: 'screens/robocalls.tsx', frame: 'app' },
    { path: 'robocalls/:id', file: 'screens/campaign.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Robocalls',
      path: '/robocalls',
      order: 35,
      group: 'Outreach',
      icon: 'IconPhoneCall',
      permission: 'messaging.write',
    },
  ],
  actions: [
    {
      label: 'New call campaign',
      path: '/robocalls?new=1',
      order: 55,
      icon: 'IconPhoneCall',
      permission: 'messaging.send',
    },
  ],
  automationActions: {
    'robocalls.call': {
      label: 'Call with a recorded message',
      icon: 'IconPhoneCall',
      permission: 'messaging.send',
      form: () => import('./widgets/workflow-call.tsx').then(file => file.CallForm),
      sentence: ({ scriptName }) => `Call with “${typeof scriptName === 'string' ? scriptName : '…'}”`,
    },
  },
  campaignChannels: {
    voice: {
      label: 'Call',
      icon: 'IconPhoneCall',
      order: 30,
      href: id => `/robocalls/${id}`,
      create: () => import('./widgets/new-call-campaign.tsx').then(file => file.NewCallCampaign),
    },
  },
  timelineKinds: {
    'campaign.voice': {
      sentence: ({ name }) => `Was called with “${name ?? ''}”`,
      href: ({ campaignId }) => (campaignId ? `/robocalls/${campaignId}` : null),
    },
  },
  statuses: {
    robocall: {
      waiting: 'grey',
      calling: 'blue',
      human: 'green',
      voicemail: 'blue',
      no_answer: 'yellow',
      busy: 'yellow',
      fax: 'red',
      failed: 'red',
      unknown: 'yellow',
      excluded: 'grey',
      cancelled: 'grey',
    },
  },
  notificationKinds: {
    robocall_approval: { label: 'A call campaign needs your approval', mail: true },
    robocall_decided: { label: 'Your call campaign is approved or declined', mail: true },
    robocall_paused: { label: 'A call campaign is paused', mail: true },
    robocall_callback: { label: 'Someone asks for a call back', mail: true },
  },
  topics: { 'voice-scripts': 'messaging.write' },
  sampleIds: {
    'robocalls/:id': { list: '/robocalls?state=sent' },
    'robocalls?tab=scripts': { list: '/voice-scripts' },
  },
})
