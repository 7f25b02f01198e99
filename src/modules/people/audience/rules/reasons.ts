import { skipReasons, skipWords } from '#messaging/send-policy/rules/reasons.ts'

/** Why someone who was chosen gets nothing, beside what the gate says: in the order in which they are asked. */
export const heldReasons = ['deceased', 'grief', 'minor', 'no_address'] as const
export type HeldReason = (typeof heldReasons)[number]
export const leftOutReasons = [...heldReasons, ...skipReasons, 'duplicate'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** As it reads after a number: "7 unsubscribed". */
export function leftOutWords(reason: LeftOutReason, channel: 'sms' | 'email' | 'voice'): string {
  const sms = channel !== 'email'
  switch (reason) {
    case 'deceased':
      return 'deceased'
    case 'grief':
      return 'in a household with promotions paused'
    case 'minor':
      return 'under 18'
    case 'no_address':
      return sms ? 'without a phone number' : 'without an email address'
    case 'duplicate':
      return sms ? 'who share a number with someone above' : 'who share an address with someone above'
    case 'bad_address':
    case 'invalid':
      return sms ? 'with an invalid number' : skipWords[reason]
    default:
      return skipWords[reason]
  }
}
