import type { CampaignState, Outcome } from './states.ts'

export const stateWords: Record<CampaignState, string> = {
  waiting: 'Waiting for approval',
  declined: 'Declined',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Canceled',
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

/** `2026-12-06T12:00` as "12:00 PM". */
export function clockWords(at: string): string {
  const [hour, minute] = at.split('T')[1]!.split(':') as [string, string]
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
