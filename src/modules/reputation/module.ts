import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'reputation',
  routes: [{ path: 'reputation', file: 'screens/reputation.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'Reputation',
      path: '/reputation',
      order: 40,
      group: 'Outreach',
      icon: 'IconStar',
      permission: 'reputation.write',
    },
  ],
  tiles: [
    {
      label: 'Avg Rating',
      size: 'figure',
      order: 55,
      permissions: ['analytics.read', 'reputation.write'],
      load: () => import('./widgets/rating-tile.tsx').then(file => file.RatingTile),
    },
  ],
  notificationKinds: {
    review: { label: 'A new review', mail: false },
  },
  statuses: {
    review: { none: 'yellow', publishing: 'blue', published: 'green', marked: 'green', failed: 'red', gone: 'grey' },
  },
  topics: { reviews: 'reputation.write' },
  sampleIds: {
    'reputation?review=:id': { list: '/reviews' },
  },
})
