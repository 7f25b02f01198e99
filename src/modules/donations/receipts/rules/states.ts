export const receiptKinds = ['gift', 'statement'] as const
export const receiptStatuses = ['issued', 'voided', 'replaced'] as const
export const receiptStatusLabels: Record<(typeof receiptStatuses)[number], string> = {
  issued: 'Issued',
  voided: 'Voided',
  replaced: 'Replaced',
}
/** A statement for each person, or one for everyone in a household. */
export const scopes = ['person', 'household'] as const
export const runStates = ['running', 'done', 'failed'] as const
