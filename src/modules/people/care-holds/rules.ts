/** The day of a hold that lasts until someone lifts it. */
export const UNTIL_LIFTED = '9999-12-31'

/** Where a held message came from, by its kind and key. */
export const heldSources = ['campaign', 'reminder', 'workflow'] as const
export type HeldSource = (typeof heldSources)[number]

export const heldSourceLabels: Record<HeldSource, string> = {
  campaign: 'Campaign',
  reminder: 'Reminder',
  workflow: 'Workflow step',
}
