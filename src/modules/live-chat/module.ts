import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'live-chat',
  routes: [{ path: 'conversations/chat', file: 'screens/church-chat.tsx', frame: 'app' }],
  notificationKinds: {
    chat: { label: 'Someone writes in the support chat', mail: false },
  },
  sampleIds: {
    'chat/:church': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
  },
})
