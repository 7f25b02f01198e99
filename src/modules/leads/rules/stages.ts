export const stages = ['new', 'contacted', 'qualified', 'proposal', 'closed'] as const
export type Stage = (typeof stages)[number]

/** Column headings of the board. */
export const stageTitles: Record<Stage, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  closed: 'Closed',
}

export const outcomes = ['won', 'lost', 'abandoned'] as const
export type Outcome = (typeof outcomes)[number]

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
