import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'pages',
  routes: [
    { path: 'page-builder', file: 'screens/pages.tsx', frame: 'app' },
    { path: 'page-builder/site', file: 'screens/site-settings.tsx', frame: 'app' },
    { path: 'page-builder/:id', file: 'screens/page.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Page Builder',
      path: '/page-builder',
      group: 'Outreach',
      order: 25,
      icon: 'IconLayout',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'New page', path: '/page-builder?new=1', order: 31, icon: 'IconLayout', permission: 'content.write' },
  ],
  statuses: { page: { live: 'green', draft: 'grey', scheduled: 'blue' } },
  topics: { pages: 'content.read' },
  sampleIds: {
    'page-builder/:id': { list: '/pages?limit=1' },
    'c/:church': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
    'c/:church/plan-a-visit': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
  },
})
