/**
 * draft: being written. ready: whoever calls send-newsletter sends this one. scheduled: starts at its instant.
 * paused: nothing further leaves. cancelled: what had not left was taken back.
 */
export const campaignStates = ['draft', 'ready', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

export const recipientStates = ['waiting', 'written', 'cancelled'] as const

/** What became of one recipient, as the report counts them; `sent` includes `delivered`. */
export const outcomes = [
  'waiting',
  'sent',
  'delivered',
  'skipped',
  'bounced',
  'failed',
  'unknown',
  'complained',
  'unsubscribed',
] as const
export type Outcome = (typeof outcomes)[number]

/** What the newsletter's table says of an address. stopped: somebody asked us to, or do-not-contact. */
export const subscriberStates = ['subscribed', 'unsubscribed', 'bounced', 'complained', 'stopped'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/** Test mails an hour from one account. */
export const MOST_TESTS_AN_HOUR = 60
