/** all: every channel, as with do-not-contact. */
export const consentChannels = ['email', 'sms', 'voice', 'all'] as const
export type ConsentChannel = (typeof consentChannels)[number]

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
