import type { CampaignState, Outcome } from './states.ts'

export const stateWords: Record<CampaignState, string> = {
  waiting: 'Waits for a yes',
  declined: 'Declined',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

export const outcomeWords: Record<Outcome, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Undelivered',
  failed: 'Failed',
  unknown: 'Unknown',
  skipped: 'Skipped',
  replied: 'Replied',
  clicked: 'Clicked',
  opted_out: 'Opted out',
}

/** US cents as dollars. */
export const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
