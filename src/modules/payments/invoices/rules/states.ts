export const invoiceStates = ['draft', 'open', 'partially_paid', 'paid', 'void', 'uncollectible'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const stateLabels: Record<InvoiceState, string> = {
  draft: 'Draft',
  open: 'Open',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Uncollectible',
}

export const manualMethods = ['cash', 'check', 'bank'] as const
export type ManualMethod = (typeof manualMethods)[number]
export const manualLabels: Record<ManualMethod, string> = { cash: 'Cash', check: 'Check', bank: 'Bank transfer' }

export interface Sums {
  total: number
  /** What came in and was not refunded. */
  paid: number
  credited: number
  /** Late fees that were not reversed. */
  fees: number
}

/** What is still owed; negative: the customer has a credit. */
export const balanceOf = ({ total, paid, credited, fees }: Sums): number => total + fees - paid - credited

/** What an invoice is after its sums changed. A void one stays void; so does what nobody expects to be paid, until it is. */
export function stateAfter(state: InvoiceState, sums: Sums): InvoiceState {
  if (state === 'draft' || state === 'void') return state
  if (balanceOf(sums) <= 0) return 'paid'
  if (state === 'uncollectible') return state
  return sums.paid > 0 || sums.credited > 0 ? 'partially_paid' : 'open'
}

export const isCollected = (state: InvoiceState): boolean => state === 'open' || state === 'partially_paid'

export const invoiceEventKinds = [
  'created',
  'finalized',
  'sent',
  'not_sent',
  'viewed',
  'reminded',
  'reminders_stopped',
  'reminders_started',
  'payment',
  'payment_removed',
  'refunded',
  'credit_note',
  'credit_used',
  'late_fee',
  'late_fee_reversed',
  'late_fees_paused',
  'late_fees_resumed',
  'voided',
  'uncollectible',
  'reopened',
  'paid',
] as const
export type InvoiceEventKind = (typeof invoiceEventKinds)[number]

export const eventLabels: Record<InvoiceEventKind, string> = {
  created: 'Created',
  finalized: 'Finalized',
  sent: 'Sent',
  not_sent: 'Not sent',
  viewed: 'Viewed by the customer',
  reminded: 'Reminder sent',
  reminders_stopped: 'Reminders stopped',
  reminders_started: 'Reminders turned on',
  payment: 'Payment',
  payment_removed: 'Payment removed',
  refunded: 'Refunded',
  credit_note: 'Credit note',
  credit_used: 'Credit applied',
  late_fee: 'Late fee charged',
  late_fee_reversed: 'Late fee reversed',
  late_fees_paused: 'Late fees paused',
  late_fees_resumed: 'Late fees resumed',
  voided: 'Voided',
  uncollectible: 'Marked uncollectible',
  reopened: 'Reopened',
  paid: 'Paid in full',
}
