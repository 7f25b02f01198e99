import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'sermons',
  routes: [{ path: 'sermon-generator', file: 'screens/sermon-generator.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Sermon Generator',
      path: '/sermon-generator',
      group: 'Ministry',
      order: 35,
      icon: 'IconBook2',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'New sermon', path: '/sermon-generator', order: 36, icon: 'IconBook2', permission: 'content.write' },
  ],
  calendarEntries: {
    sermon: {
      label: 'Sermon',
      plural: 'Sermons',
      icon: 'IconBook2',
      permission: 'content.read',
      topic: 'sermons',
      href: id => `/sermon-generator?sermon=${id}`,
    },
  },
  statuses: { sermon: { draft: 'grey', ready: 'green', preached: 'blue' } },
  topics: { sermons: 'content.read' },
})
