/** all: every channel, as with do-not-contact. */
export const consentChannels = ['email', 'sms', 'voice', 'all'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** The newsletter of the church that the account belongs to; further lists are topics of their own. */
export const NEWSLETTER = 'newsletter'

/** A yes of its own: to be written to at any hour, where a life or a prayer can't wait for the morning. */
export const URGENT = 'urgent-messages'

/** In the order in which they are named where several stand. */
export const suppressionReasons = [
  'unsubscribed',
  'hard_bounce',
  'complaint',
  'invalid',
  'manual',
  'dnc',
  'stop',
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why promotions leave an address alone for the sake of those who have it. */
export type Held = 'gone' | 'minor' | 'grief'
