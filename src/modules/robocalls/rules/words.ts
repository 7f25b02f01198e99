import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { type LeftOutReason, leftOutWords } from '#people/audience/rules/reasons.ts'
import type { CallPurpose, RobocallState } from './states.ts'

export const stateWords: Record<RobocallState, string> = {
  draft: 'Draft',
  waiting: 'Waiting for approval',
  declined: 'Declined',
  scheduled: 'Scheduled',
  sending: 'Active',
  paused: 'Paused',
  sent: 'Completed',
  cancelled: 'Canceled',
}

/** What a purpose means, and which consent it needs. */
export const purposeWords: Record<CallPurpose, string> = {
  informational:
    'News about something people already take part in, such as a canceled service. They must have opted in to calls.',
  ministry: 'Invitations and care, such as a prayer night or a Bible study. They must have opted in to calls.',
  fundraising:
    'Asks for gifts. Only people who opted in to calls in writing and aren’t on the national do-not-call registry are called.',
  promotion:
    'Sells or advertises something. Only people who opted in to calls in writing and aren’t on the national do-not-call registry are called.',
  emergency:
    'Danger to life or safety only, such as a tornado or a gas leak. It needs no opt-in and calls on any day from 6:00 AM to 10:00 PM. Numbers on your suppression list are not called.',
}

const isSkip = (reason: LeftOutReason): reason is SkipReason & LeftOutReason => reason in skipLabels

/** Why one number isn't called, as it reads in its row. */
export function notCalledWords(reason: LeftOutReason): string {
  if (isSkip(reason)) return skipLabels[reason]
  const words = leftOutWords(reason, 'voice')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `09:00` as "9:00 AM". */
export function clockWords(time: string): string {
  const [hour, minute] = time.split(':') as [string, string]
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
