export const channels = ['email', 'sms', 'voice'] as const
/** unknown: the provider may have taken it; never retried blindly. */
export const messageStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'skipped',
] as const
