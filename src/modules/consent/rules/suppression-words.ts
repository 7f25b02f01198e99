import type { ConsentChannel, SuppressionReason } from './reasons.ts'

interface Suppressed {
  channel: ConsentChannel
  reason: SuppressionReason
  /** reply, link, header, staff, import, carrier … */
  source: string
}

const things: Record<ConsentChannel, string> = { email: 'email', sms: 'texts', voice: 'calls', all: 'all messages' }

/** "Opted out of texts, Nov 22, by replying STOP". @param day as it is shown @param topic its name, of one topic alone */
export function suppressionText({ channel, reason, source }: Suppressed, day: string, topic = ''): string {
  const what = topic ? `${things[channel]} about ${topic}` : things[channel]
  if (reason === 'hard_bounce') return `Email to this address bounced, ${day}`
  if (reason === 'invalid') return `Can’t receive ${what}, ${day}`
  if (reason === 'complaint') return `Reported an email as spam, ${day}`
  if (reason === 'dnc') return `Marked as do not contact, ${day}`
  const by = ways[reason === 'stop' && source === 'reply' ? 'stop' : source]
  return `Opted out of ${what}, ${day}${by ? `, ${by}` : ''}`
}

const ways: Record<string, string> = {
  stop: 'by replying STOP',
  reply: 'by replying',
  carrier: 'by replying STOP to the carrier',
  link: 'by the unsubscribe link',
  header: 'by the unsubscribe button',
  staff: 'recorded by staff',
  import: 'by an import',
  preferences: 'on the preferences page',
}
