import { type SkipReason, skipWords } from '#messaging/gate/rules/reasons.ts'
import type { CampaignState, Outcome } from './states.ts'

export const stateWords: Record<CampaignState, string> = {
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

/** "12 skipped: 7 who answered STOP, 5 without a yes", most first. */
export function skippedWords(skipped: Partial<Record<SkipReason, number>>): string {
  const all = (Object.entries(skipped) as [SkipReason, number][]).sort((a, b) => b[1] - a[1])
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return ''
  return `${total.toLocaleString('en-US')} skipped: ${all.map(([reason, count]) => `${count.toLocaleString('en-US')} ${skipWords[reason]}`).join(', ')}`
}

export const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)
/** US cents as dollars. */
export const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
