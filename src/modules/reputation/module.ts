import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'reputation',
  routes: [
    { path: 'reputation', file: 'screens/reputation.tsx', frame: 'app' },
    { path: 'reputation/testimonies', file: 'screens/testimonies.tsx', frame: 'app' },
    { path: 'reputation/google', file: 'screens/google-return.tsx', frame: 'app' },
  ],
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
  automationActions: {
    'reputation.ask': {
      label: 'Ask for a review',
      icon: 'IconStar',
      permission: 'reputation.write',
      form: () => import('./widgets/workflow-request.tsx').then(file => file.RequestStepForm),
      sentence: () => 'Ask for a review',
    },
  },
  pageBlocks: {
    ourReviews: {
      label: 'Reviews',
      icon: 'IconStar',
      form: () => import('./widgets/page-block.tsx').then(file => file.ReviewsBlockForm),
    },
    ourTestimonies: {
      label: 'Testimony',
      icon: 'IconQuote',
      form: () => import('./widgets/page-block.tsx').then(file => file.TestimonyBlockForm),
    },
  },
  campaignChannels: {
    reviewRequest: {
      label: 'Review request',
      icon: 'IconStar',
      order: 30,
      href: id => `/reputation?tab=requests&campaign=${id}`,
      create: () => import('./widgets/new-review-campaign.tsx').then(file => file.NewReviewCampaign),
    },
  },
  panels: {
    person: [
      {
        label: 'Reviews',
        order: 80,
        permission: 'reputation.write',
        load: () => import('./widgets/ask-person.tsx').then(file => file.AskPerson),
      },
    ],
  },
  timelineKinds: {
    'campaign.review': {
      sentence: () => 'Was asked for a review',
      href: () => '/reputation?tab=requests',
    },
  },
  notificationKinds: {
    review: { label: 'A new review', mail: false },
  },
  statuses: {
    review: { none: 'yellow', publishing: 'blue', published: 'green', marked: 'green', failed: 'red', gone: 'grey' },
    testimony: { draft: 'grey', approved: 'blue', published: 'green', expired: 'yellow', withdrawn: 'grey' },
    reviewRequest: {
      waiting: 'grey',
      sent: 'blue',
      clicked: 'purple',
      reviewed: 'green',
      expired: 'yellow',
      skipped: 'grey',
      cancelled: 'grey',
    },
  },
  topics: { reviews: 'reputation.write' },
  sampleIds: {
    'reputation?review=:id': { list: '/reviews' },
  },
})
