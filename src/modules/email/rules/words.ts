import { type SkipReason, skipWords } from '#messaging/gate/rules/reasons.ts'
import type { Outcome, Reading, SubscriberState } from './states.ts'

/** "2 skipped: 1 unsubscribed, 1 whose mail came back earlier", most first. */
export function skippedWords(skipped: Partial<Record<SkipReason, number>>): string {
  const all = (Object.entries(skipped) as [SkipReason, number][]).sort((a, b) => b[1] - a[1])
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return ''
  return `${total.toLocaleString('en-US')} skipped: ${all.map(([reason, count]) => `${count.toLocaleString('en-US')} ${skipWords[reason]}`).join(', ')}`
}

export const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

export const subscriberWords: Record<SubscriberState, string> = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported spam',
  stopped: 'Asked to stop',
}

export const outcomeWords: Record<Outcome | Reading, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  skipped: 'Skipped',
  bounced: 'Bounced',
  failed: 'Failed',
  unknown: 'Unknown',
  complained: 'Reported spam',
  unsubscribed: 'Unsubscribed',
  opened: 'Opened',
  machine_opened: 'Opened by a machine',
  clicked: 'Clicked',
  replied: 'Replied',
}

/** Where a yes came from. */
export const sourceWords: Record<string, string> = {
  form: 'Contact form',
  link: 'Link in a mail',
  staff: 'Our staff',
  import: 'Import',
}

/** By what a campaign goes. */
export const channelWords = { email: 'E-mail', sms: 'Text message' } as const
