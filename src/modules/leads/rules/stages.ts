import { type LeadOutcome, type LeadStage, leadOutcomes, leadStages } from '#people/rules/lead-stages.ts'

export const stages = leadStages
export type Stage = LeadStage
export const outcomes = leadOutcomes
export type Outcome = LeadOutcome

/** Offered first in the source field; any other word may be typed. */
export const commonSources = [
  'Website',
  'Referral',
  'LinkedIn',
  'Webinar',
  'Cold Call',
  'Sunday visit',
  'Event',
  'Import',
] as const

export const touchKinds = ['call', 'email'] as const
/** What came of a call. */
export const callOutcomes = ['reached', 'voicemail', 'no_answer', 'wrong_number'] as const
