import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'conversations',
  routes: [{ path: 'conversations', file: 'screens/conversations.tsx', frame: 'app' }],
  automationTriggers: {
    'message.received': {
      label: 'Message received',
      icon: 'IconMessageReply',
      form: () => import('./widgets/workflow-message.tsx').then(file => file.MessageForm),
      sentence: ({ channel, keyword }) => {
        const what = channel === 'sms' ? 'a text' : channel === 'email' ? 'an email' : 'a message'
        return `someone sends ${what}${keyword ? ` with “${keyword}”` : ''}`
      },
    },
  },
  navigation: [
    {
      label: 'Conversations',
      path: '/conversations',
      order: 20,
      group: 'People',
      icon: 'IconMessages',
      permission: 'conversations.read',
      badge: () => import('./widgets/unread-badge.tsx').then(file => file.UnreadBadge),
    },
  ],
  needs: [
    {
      name: 'conversations',
      order: 8,
      permission: 'conversations.read',
      load: () => import('./widgets/waiting.tsx').then(file => file.WaitingConversations),
    },
  ],
  tiles: [
    {
      label: 'Conversations',
      size: 'figure',
      order: 40,
      permissions: ['analytics.read', 'conversations.read'],
      load: () => import('./widgets/conversations-tile.tsx').then(file => file.ConversationsTile),
    },
  ],
  panels: {
    composer: [
      {
        label: 'Text',
        order: 10,
        permission: 'conversations.write',
        load: () => import('./widgets/write-to-person.tsx').then(file => file.TextPerson),
      },
      {
        label: 'Email',
        order: 20,
        permission: 'conversations.write',
        load: () => import('./widgets/write-to-person.tsx').then(file => file.EmailPerson),
      },
    ],
  },
  timelineKinds: {
    'message.in': { sentence: ({ channel }) => (channel === 'sms' ? 'Wrote to us by text' : 'Wrote to us by email') },
    'message.out': {
      sentence: ({ channel }) => (channel === 'sms' ? 'We wrote to them by text' : 'We wrote to them by email'),
    },
  },
  statuses: {
    conversation: { open: 'green', closed: 'grey' },
  },
  topics: {
    conversations: 'conversations.read',
    presence: 'conversations.read',
  },
})
