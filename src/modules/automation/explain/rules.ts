import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'

export const messageOrigins = [
  'workflow',
  'campaign',
  'appointment',
  'keyword',
  'form',
  'portal',
  'member',
  'system',
] as const
export type MessageOrigin = (typeof messageOrigins)[number]

/** What a message is about, by the key under which it was written. */
export interface Origin {
  origin: MessageOrigin
  /** Of the run, campaign, appointment, message, submission … */
  id: string
  /** Of a run: its step. */
  step: string
}

const byPrefix: Record<string, MessageOrigin> = {
  run: 'workflow',
  campaign: 'campaign',
  appointment: 'appointment',
  'appointment-reply': 'appointment',
  keyword: 'keyword',
  form: 'form',
  'form-answer': 'form',
  'form-finish': 'form',
  'portal-link': 'portal',
  conversation: 'member',
  twilio: 'member',
  retry: 'member',
}

export function originOf(dedupeKey: string): Origin {
  const [prefix = '', id = '', step = ''] = dedupeKey.split(':')
  return { origin: byPrefix[prefix] ?? 'system', id, step }
}

interface Sent {
  who: string
  /** After "because": `they were in the audience of the campaign “Easter”`. */
  because: string
  skipReason: SkipReason | null
}

/** "Maria got this because …"; of a message that was not sent, why not and why it would have been. */
export const whySentence = ({ who, because, skipReason }: Sent): string =>
  skipReason
    ? `${who} did not get this: ${skipLabels[skipReason].toLowerCase()}. It was written because ${because}.`
    : `${who} got this because ${because}.`
