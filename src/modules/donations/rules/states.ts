export const methods = ['cash', 'check', 'card', 'bank', 'stock', 'in-kind', 'other', 'online'] as const
export type Method = (typeof methods)[number]
/** What can be recorded by hand; `online` comes from a payment alone. */
export const recordedMethods = ['cash', 'check', 'card', 'bank', 'stock', 'in-kind', 'other'] as const
export const methodLabels: Record<Method, string> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card (terminal)',
  bank: 'Bank transfer',
  stock: 'Stock',
  'in-kind': 'In kind',
  other: 'Other',
  online: 'Online',
}

export const giftStatuses = [
  ...(['pending', 'succeeded', 'failed', 'refunded'] as const),
  ...(['partially_refunded', 'reversed', 'disputed'] as const),
] as const
export type GiftStatus = (typeof giftStatuses)[number]
export const giftStatusLabels: Record<GiftStatus, string> = {
  pending: 'Pending',
  succeeded: 'Received',
  failed: 'Failed',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  reversed: 'Voided',
  disputed: 'Disputed',
}
/** What counts in totals; refunds of it are subtracted. The database's `gift_counts` says the same. */
export const countedStatuses: readonly GiftStatus[] = ['succeeded', 'partially_refunded', 'refunded']

export const giftSources = ['manual', 'batch', 'online', 'text', 'kiosk', 'import'] as const
export const giftSourceLabels: Record<(typeof giftSources)[number], string> = {
  manual: 'Recorded',
  batch: 'Batch',
  online: 'Online',
  text: 'Text',
  kiosk: 'Kiosk',
  import: 'Import',
}

export const frequencies = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyLabels: Record<Frequency, string> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}
export const pledgeFrequencies = ['once', ...frequencies] as const

export const campaignStatuses = ['active', 'completed', 'paused'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]
export const campaignStatusLabels: Record<CampaignStatus, string> = {
  active: 'Active',
  completed: 'Completed',
  paused: 'Paused',
}
export const visibilities = ['public', 'link', 'private'] as const
export const visibilityLabels: Record<(typeof visibilities)[number], string> = {
  public: 'Public',
  link: 'Anyone with the link',
  private: 'Team only',
}
export const tributes = ['honor', 'memory'] as const
export const tributeLabels: Record<(typeof tributes)[number], string> = {
  honor: 'In honor of',
  memory: 'In memory of',
}
export const batchStatuses = ['open', 'counted', 'closed', 'deposited'] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const batchStatusLabels: Record<BatchStatus, string> = {
  open: 'Open',
  counted: 'Counted once',
  closed: 'Closed',
  deposited: 'Deposited',
}
