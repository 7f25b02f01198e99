import { defineModule } from '#kernel/modules.ts'

const ofFunnel = { list: '/funnels?status=published&limit=1' }

export default defineModule({
  name: 'funnels',
  routes: [
    { path: 'funnels', file: 'screens/funnels.tsx', frame: 'app' },
    { path: 'funnels/:id', file: 'screens/funnel.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Funnels',
      path: '/funnels',
      group: 'Outreach',
      order: 12,
      icon: 'IconFilter',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'New funnel', path: '/funnels?new=1', order: 32, icon: 'IconFilter', permission: 'content.write' },
  ],
  statuses: { funnel: { published: 'green', draft: 'grey', archived: 'grey' } },
  topics: { funnels: 'content.read', funnelFigures: 'content.read' },
  sampleIds: {
    'funnels/:id': ofFunnel,
    'funnels/:id?view=report': ofFunnel,
    'funnels/:id?view=settings': ofFunnel,
    'c/:church/go/plan-a-visit': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
    'c/:church/go/plan-a-visit/see-you': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
  },
})
