import { defineModule } from '#kernel/modules.ts'

const ofChurch = { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' }

export default defineModule({
  name: 'prayer',
  routes: [
    { path: 'prayer-requests', file: 'screens/prayer-requests.tsx', frame: 'app' },
    { path: 'prayer-requests/session', file: 'screens/session.tsx', frame: 'app' },
    { path: 'prayer-requests/answered', file: 'screens/answered.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Prayer Requests',
      path: '/prayer-requests',
      group: 'Ministry',
      order: 30,
      icon: 'IconHeart',
      permission: 'prayer.read',
    },
  ],
  actions: [
    {
      label: 'Add prayer request',
      path: '/prayer-requests?add=1',
      order: 40,
      icon: 'IconHeart',
      permission: 'prayer.write',
    },
  ],
  needs: [
    {
      name: 'prayer-moderation',
      order: 20,
      permission: 'prayer.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.WaitingForApproval),
    },
  ],
  panels: {
    person: [
      {
        label: 'Prayer',
        order: 35,
        permission: 'prayer.read',
        load: () => import('./widgets/prayer-of-person.tsx').then(file => file.PrayerOfPerson),
      },
    ],
    settings: [
      {
        section: 'Care',
        label: 'Prayer',
        order: 20,
        permission: 'settings.write',
        load: () => import('./widgets/prayer-settings.tsx').then(file => file.PrayerSettings),
      },
    ],
  },
  automationTriggers: {
    'prayer.requested': {
      label: 'Prayer requested',
      icon: 'IconHeart',
      sentence: () => 'someone asks for prayer',
      permission: 'prayer.write',
    },
    'prayer.answered': {
      label: 'Prayer answered',
      icon: 'IconHeartCheck',
      sentence: () => 'a prayer is answered',
      permission: 'prayer.write',
    },
  },
  notificationKinds: {
    'prayer-assigned': { label: 'A prayer request was assigned to me', mail: true },
    'prayer-digest': { label: 'New prayer requests, as often as the church chose', mail: true },
  },
  statuses: {
    prayerRequest: { new: 'blue', praying: 'purple', answered: 'green', archived: 'grey' },
    prayerModeration: { pending: 'yellow', approved: 'green', rejected: 'grey' },
  },
  topics: { prayer: 'prayer.read' },
  portalSections: [
    { label: 'Prayer', description: 'Your prayer requests, and those of the church.', order: 30, path: 'prayer' },
  ],
  sampleIds: {
    'prayer-requests?request=:id': { list: '/prayer-requests?limit=1' },
    'pray/:church': ofChurch,
    'pray/:church/wall': ofChurch,
  },
})
