import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'telephony',
  routes: [
    { path: 'twilio', file: 'screens/twilio.tsx', frame: 'app' },
    { path: 'twilio/numbers/:id', file: 'screens/number.tsx', frame: 'app' },
  ],
  automationTriggers: {
    'call.missed': { label: 'Missed call', icon: 'IconPhoneX', sentence: () => 'nobody answers a call of someone' },
  },
  navigation: [
    { label: 'Twilio', path: '/twilio', order: 10, group: 'Tools', icon: 'IconPhone', permission: 'telephony.use' },
  ],
  actions: [
    { label: 'Make a call', path: '/twilio?do=call', order: 40, icon: 'IconPhone', permission: 'telephony.use' },
  ],
  needs: [
    {
      name: 'held-texts',
      order: 15,
      permission: 'telephony.use',
      load: () => import('./widgets/held-texts.tsx').then(file => file.HeldTexts),
    },
  ],
  tiles: [
    {
      label: 'SMS Sent',
      size: 'figure',
      order: 50,
      permissions: ['analytics.read', 'telephony.use'],
      load: () => import('./widgets/sms-sent-tile.tsx').then(file => file.SmsSentTile),
    },
  ],
  timelineKinds: {
    'call.out': {
      sentence: ({ state }) => (state === 'completed' ? 'Called them by phone' : 'Called them, and did not reach them'),
    },
    'call.in': { sentence: ({ missed }) => (missed === true ? 'Called us, and nobody answered' : 'Called us') },
  },
  statuses: {
    call: {
      queued: 'grey',
      ringing: 'blue',
      'in-progress': 'blue',
      completed: 'green',
      failed: 'red',
      'no-answer': 'yellow',
      busy: 'yellow',
      canceled: 'grey',
    },
  },
  topics: {
    telephony: 'telephony.use',
    calls: 'telephony.use',
  },
  sampleIds: { 'twilio/numbers/:id': { list: '/phone-numbers', having: 'menuId' } },
})
