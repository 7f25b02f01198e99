export const channels = ['email', 'sms', 'voice'] as const
export type Channel = (typeof channels)[number]

/** unknown: the provider may have taken it; never retried blindly. held: its campaign is paused. */
export const messageStates = [
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'skipped',
] as const
export type MessageState = (typeof messageStates)[number]

/**
 * transactional: what someone asked for or must be told (a link, a receipt). conversational: a person answers a
 * person. marketing: everything else, and so only to who opted in. confirmation: the one answer to STOP, START and HELP.
 */
export const purposes = ['transactional', 'conversational', 'marketing', 'confirmation'] as const
export type Purpose = (typeof purposes)[number]

/** What a calendar program reads in an email: an iTIP message (RFC 5546). */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  /** RFC 5545 */
  content: string
}
