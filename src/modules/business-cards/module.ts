import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'business-cards',
  routes: [{ path: 'qr-codes/cards/:id', file: 'screens/card.tsx', frame: 'app' }],
  actions: [
    {
      label: 'New business card',
      path: '/qr-codes?tab=business-cards&new=1',
      order: 33,
      icon: 'IconId',
      permission: 'content.write',
    },
  ],
  timelineKinds: {
    'card.shared': { sentence: ({ card }) => `Shared their contact on the business card of ${card ?? ''}` },
  },
  statuses: { businessCard: { left: 'yellow' } },
  topics: { businessCards: 'content.read' },
  sampleIds: {
    'qr-codes?tab=business-cards': { values: {} },
    'qr-codes/cards/:id': { list: '/business-cards?limit=1' },
    'card/:slug': { list: '/business-cards?limit=1', fields: { slug: 'slug' } },
  },
})
