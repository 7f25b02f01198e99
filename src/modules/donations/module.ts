import { defineModule, type IconName } from '#kernel/modules.ts'

const givingTrigger = (label: string, icon: IconName, when: string) => ({
  label,
  icon,
  sentence: () => when,
  permission: 'giving.read' as const,
})

export default defineModule({
  name: 'donations',
  automationTriggers: {
    'giving.first_gift': givingTrigger('First gift', 'IconHeartHandshake', 'someone gives for the first time'),
    'giving.gift_received': givingTrigger('Gift received', 'IconCash', 'a gift is received'),
    'giving.recurring_began': givingTrigger('Recurring gift started', 'IconRepeat', 'someone starts a recurring gift'),
    'giving.recurring_failed': givingTrigger(
      ...(['Recurring gift failed', 'IconCreditCardOff', 'a charge of a recurring gift fails'] as const),
    ),
    'giving.recurring_ended': givingTrigger('Recurring gift ended', 'IconRepeatOff', 'a recurring gift is canceled'),
    'giving.pledge_fulfilled': givingTrigger('Pledge fulfilled', 'IconCircleCheck', 'a pledge is fulfilled'),
  },
  routes: [
    { path: 'donations', file: 'screens/donations.tsx', frame: 'app' },
    { path: 'donations/batches', file: 'screens/batches.tsx', frame: 'app' },
    { path: 'donations/batches/:id', file: 'screens/batch.tsx', frame: 'app' },
    { path: 'donations/donors', file: 'screens/donors.tsx', frame: 'app' },
    { path: 'donations/pledges', file: 'screens/pledges.tsx', frame: 'app' },
    { path: 'donations/statements', file: 'screens/statements.tsx', frame: 'app' },
    { path: 'donations/receipt-settings', file: 'screens/receipt-settings.tsx', frame: 'app' },
    { path: 'donations/funds', file: 'screens/funds.tsx', frame: 'app' },
    { path: 'donations/bookkeeping', file: 'screens/bookkeeping.tsx', frame: 'app' },
    { path: 'donations/recurring', file: 'screens/recurring.tsx', frame: 'app' },
    { path: 'donations/imports', file: 'screens/imports.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Donations',
      path: '/donations',
      group: 'Ministry',
      order: 50,
      icon: 'IconHeartHandshake',
      permission: 'giving.summary',
    },
  ],
  actions: [
    {
      label: 'Record donation',
      path: '/donations?tab=donors&record=new',
      order: 45,
      icon: 'IconHeartHandshake',
      permission: 'giving.write',
    },
  ],
  tiles: [
    {
      label: 'Giving this month',
      size: 'figure',
      order: 60,
      permissions: ['giving.summary'],
      load: () => import('./widgets/giving-tile.tsx').then(file => file.GivingTile),
    },
  ],
  needs: [
    {
      name: 'recurring-past-due',
      order: 40,
      permission: 'giving.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.CardsNeeded),
    },
    {
      name: 'disputed-gifts',
      order: 41,
      permission: 'giving.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.DisputedGifts),
    },
    {
      name: 'batches-to-confirm',
      order: 42,
      permission: 'giving.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.BatchesToConfirm),
    },
    {
      name: 'receipts-blocked',
      order: 43,
      permission: 'giving.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.ReceiptsBlocked),
    },
  ],
  panels: {
    person: [
      {
        label: 'Giving',
        order: 40,
        permission: 'giving.read',
        load: () => import('./widgets/giving-of-person.tsx').then(file => file.GivingOfPerson),
      },
      {
        label: 'Gift Aid',
        order: 41,
        permission: 'giving.read',
        load: () => import('./widgets/gift-aid-of-person.tsx').then(file => file.GiftAidOfPerson),
      },
    ],
  },
  timelineKinds: {
    'gift.received': {
      sentence: () => 'Gave a gift',
      href: ({ giftId }) => (typeof giftId === 'string' ? `/donations?tab=donors&gift=${giftId}` : null),
      icon: 'IconHeartHandshake',
    },
  },
  portalSections: [
    { label: 'Giving', description: 'Your gifts and recurring gifts.', order: 18, path: 'giving' },
    { label: 'Statements', description: 'Your giving statements and receipts.', order: 20, path: 'statements' },
  ],
  notificationKinds: {
    'giving-statement': { label: 'A giving receipt needs a correction', mail: false },
    'recurring-gift': { label: 'A recurring gift needs a new card', mail: false },
  },
  statuses: {
    recurringGift: { active: 'green', paused: 'yellow', past_due: 'red', ended: 'grey' },
    givingReceipt: { issued: 'green', voided: 'grey', replaced: 'yellow' },
    gift: {
      pending: 'yellow',
      succeeded: 'green',
      failed: 'red',
      refunded: 'grey',
      partially_refunded: 'yellow',
      reversed: 'grey',
      disputed: 'red',
    },
    givingCampaign: { active: 'green', completed: 'blue', paused: 'yellow' },
    givingBatch: { open: 'yellow', counted: 'purple', closed: 'blue', deposited: 'green' },
  },
  topics: { giving: 'giving.summary', gifts: 'giving.read', 'giving-care': 'pastoral.read' },
  sampleIds: {
    'donations/batches/:id': { list: '/giving-batches?limit=1' },
    'donations?tab=donors&gift=:id': { list: '/gifts?limit=1' },
    'donations?campaign=:id': { list: '/giving-campaigns' },
  },
})
