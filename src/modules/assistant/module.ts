import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'assistant',
  routes: [{ path: 'ai', file: 'screens/assistant.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'AI Assistant',
      path: '/ai',
      group: 'Tools',
      order: 10,
      icon: 'IconSparkles',
      permission: 'assistant.use',
    },
  ],
  needs: [
    {
      name: 'assistant-handoffs',
      order: 15,
      permission: 'conversations.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.HandedOver),
    },
  ],
  notificationKinds: {
    'assistant-handoff': { label: 'The assistant hands a conversation to a person', mail: false },
  },
  statuses: {
    assistantConversation: { active: 'blue', completed: 'green', escalated: 'red' },
    assistantAutomation: { active: 'green', paused: 'grey' },
    knowledgeSource: { ready: 'green', indexing: 'blue', failed: 'red' },
  },
  topics: { assistant: 'assistant.use' },
  panels: {
    conversation: [
      {
        label: 'Assistant',
        order: 10,
        permission: 'conversations.write',
        load: () => import('./widgets/thread-assistant.tsx').then(file => file.ThreadAssistant),
      },
    ],
  },
})
