export const stages = ['new', 'contacted', 'qualified', 'proposal', 'closed'] as const
export type Stage = (typeof stages)[number]

/** Column headings of the board, unless a church has its own. */
export const stageTitles: Record<Stage, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  closed: 'Closed',
}

export const outcomes = ['won', 'lost', 'abandoned'] as const
export type Outcome = (typeof outcomes)[number]

const outcomeTitles: Record<Outcome, string> = { won: 'Won', lost: 'Lost', abandoned: 'Abandoned' }

export interface LeadNames {
  stageTitles: Record<Stage, string>
  outcomeTitles: Record<Outcome, string>
}

/** The usual labels with those that a church has chosen in their place. */
export const leadNames = (
  stages: Partial<Record<Stage, string>> = {},
  outcomes: Partial<Record<Outcome, string>> = {},
): LeadNames => ({ stageTitles: { ...stageTitles, ...stages }, outcomeTitles: { ...outcomeTitles, ...outcomes } })

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
