/** draft: not checked yet. waiting: for a second person's approval. sending: calls are placed. sent: every call is over. */
export const robocallStates = [
  'draft',
  'waiting',
  'declined',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const
export type RobocallState = (typeof robocallStates)[number]

export const recipientStates = ['waiting', 'written', 'cancelled'] as const

/** What a call is for decides which consent it needs. */
export const callPurposes = ['informational', 'ministry', 'fundraising', 'promotion', 'emergency'] as const
export type CallPurpose = (typeof callPurposes)[number]
export const purposeLabels: Record<CallPurpose, string> = {
  informational: 'Information',
  ministry: 'Ministry',
  fundraising: 'Fundraising',
  promotion: 'Promotion',
  emergency: 'Emergency',
}

export const scriptCategories = [
  'announcement',
  'appointment_reminder',
  'follow_up',
  'promotion',
  'prayer_chain',
  'emergency',
] as const
export type ScriptCategory = (typeof scriptCategories)[number]
export const categoryLabels: Record<ScriptCategory, string> = {
  announcement: 'Announcement',
  appointment_reminder: 'Appointment reminder',
  follow_up: 'Follow-up',
  promotion: 'Promotion',
  prayer_chain: 'Prayer chain',
  emergency: 'Emergency',
}

/**
 * How one call ended. human: someone listened. voicemail: a machine took the message. fax: hung up on. unknown: nobody knows
 * whether it was placed; it is looked up at the carrier.
 */
export const callResults = ['human', 'voicemail', 'no_answer', 'busy', 'fax', 'failed', 'unknown'] as const
export type CallResult = (typeof callResults)[number]
export const resultLabels: Record<CallResult, string> = {
  human: 'Answered',
  voicemail: 'Voicemail',
  no_answer: 'No answer',
  busy: 'Busy',
  fax: 'Fax',
  failed: 'Failed',
  unknown: 'Unknown',
}
/** Worth another try, where the campaign allows one. */
export const retriedResults: ReadonlySet<CallResult> = new Set(['no_answer', 'busy'])

/** In the order of the report; the first that fits is what a row shows. */
export const recipientOutcomes = [
  'excluded',
  'cancelled',
  'waiting',
  'calling',
  'human',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'unknown',
] as const
export type RecipientOutcome = (typeof recipientOutcomes)[number]
export const outcomeLabels: Record<RecipientOutcome, string> = {
  excluded: 'Not called',
  cancelled: 'Canceled',
  waiting: 'Waiting',
  calling: 'Calling',
  human: 'Answered',
  voicemail: 'Voicemail',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  unknown: 'Unknown',
}

export const connectKeys = ['off', 'number'] as const

/** Calls a minute, and at the same time, if nobody says otherwise. */
export const PACE = { perMinute: 20, atOnce: 5 }
/** Minutes between two tries, and how many further ones there can be. */
export const RETRY = { gap: 60, most: 3 }
/** A second person approves calls to more numbers than this. */
export const APPROVAL_ABOVE = 50
