import type { Outcome, Reading, SubscriberState } from './states.ts'

export const subscriberWords: Record<SubscriberState, string> = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported spam',
  stopped: 'Opted out',
}

export const outcomeWords: Record<Outcome | Reading, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  skipped: 'Skipped',
  bounced: 'Bounced',
  failed: 'Failed',
  unknown: 'Unknown',
  complained: 'Reported spam',
  unsubscribed: 'Unsubscribed',
  opened: 'Opened',
  machine_opened: 'Automated opens',
  clicked: 'Clicked',
  replied: 'Replied',
}

/** Where consent came from. */
export const sourceWords: Record<string, string> = {
  form: 'Contact form',
  link: 'Link in an email',
  staff: 'Our staff',
  import: 'Import',
}
