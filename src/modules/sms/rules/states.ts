/**
 * waiting: for a second person's approval. declined: they refused; changed, it may be asked again. scheduled: starts at its
 * instant. paused: nothing further leaves. `cancelled`: what had not been sent was canceled.
 */
export const campaignStates = ['waiting', 'declined', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** now: at once. instant: the same moment for all. local: when the clock of each recipient says so. */
export const sendModes = ['now', 'instant', 'local'] as const
export type SendMode = (typeof sendModes)[number]

export const recipientStates = ['waiting', 'written', 'cancelled'] as const

/** What became of one recipient, as the report counts them; `sent` includes `delivered`. */
export const outcomes = [
  'waiting',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'unknown',
  'skipped',
  'replied',
  'clicked',
  'opted_out',
] as const
export type Outcome = (typeof outcomes)[number]

/** In units of the box: one GSM-7 segment, or ten where the account allows long texts. */
export const SHORT = 160
export const LONG = 1_600

/** Milliseconds in which a campaign that was just sent can be undone whole. */
export const UNDO_MS = 10_000
/** Above so many recipients the count is typed, or someone else approves it, before it leaves; a church may set another number. */
export const TYPED_ABOVE = 100
/** count: the member who sends types how many get it. person: another member who may send approves it. */
export const approvals = ['count', 'person'] as const
export type Approval = (typeof approvals)[number]
/** Milliseconds after which an answer is no longer counted as one to the campaign: seven days. */
export const REPLY_WINDOW_DAYS = 7

/** Test texts an hour from one account: a test asks nobody's yes. */
export const MOST_TESTS_AN_HOUR = 20
