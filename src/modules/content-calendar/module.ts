import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'content-calendar',
  routes: [{ path: 'faith-content-calendar', file: 'screens/content-calendar.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Faith Content Calendar',
      path: '/faith-content-calendar',
      group: 'Ministry',
      order: 38,
      icon: 'IconCalendarHeart',
      permission: 'content.read',
    },
  ],
  topics: { 'content-calendar': 'content.read' },
})
