import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'bible-studies',
  routes: [{ path: 'bible-study', file: 'screens/bible-study.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Bible Study Generator',
      path: '/bible-study',
      group: 'Ministry',
      order: 36,
      icon: 'IconBook',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'New Bible study', path: '/bible-study', order: 37, icon: 'IconBook', permission: 'content.write' },
  ],
  statuses: { study: { draft: 'grey', ready: 'green', archived: 'grey' } },
  topics: { 'bible-studies': 'content.read' },
})
