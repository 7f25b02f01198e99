/** Where someone's card is on the board; segments ask for it, and a person's page and timeline show it. */
export const leadStages = ['new', 'contacted', 'qualified', 'proposal', 'closed'] as const
export type LeadStage = (typeof leadStages)[number]

/** Column headings of the board, unless a church has its own. */
export const stageTitles: Record<LeadStage, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  closed: 'Closed',
}

export const leadOutcomes = ['won', 'lost', 'abandoned'] as const
export type LeadOutcome = (typeof leadOutcomes)[number]

const outcomeTitles: Record<LeadOutcome, string> = { won: 'Won', lost: 'Lost', abandoned: 'Abandoned' }

export interface LeadNames {
  stageTitles: Record<LeadStage, string>
  outcomeTitles: Record<LeadOutcome, string>
}

/** The usual labels with those that a church has chosen in their place. */
export const leadNames = (
  stages: Partial<Record<LeadStage, string>> = {},
  outcomes: Partial<Record<LeadOutcome, string>> = {},
): LeadNames => ({ stageTitles: { ...stageTitles, ...stages }, outcomeTitles: { ...outcomeTitles, ...outcomes } })
