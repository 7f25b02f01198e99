import type { SuppressionReason } from '#consent/rules/reasons.ts'
import type { Channel } from './shapes.ts'

/** What someone agrees to by turning a topic on; shown above the boxes and kept as evidence. */
export const consentWords = (channel: Channel, business: string): string =>
  ({
    email: `${business} may email me about these topics. I can unsubscribe at any time.`,
    sms: `${business} may text me about these topics. Message and data rates may apply. Reply STOP to stop, HELP for help.`,
    voice: `${business} may call me about these topics, also with recorded messages. I can stop this at any time.`,
  })[channel]

export const channelNames: Record<Channel, string> = { email: 'Email', sms: 'Texts', voice: 'Calls' }

/** Why nothing is sent to an address or number now, and what the person can do about it. */
export function blockWords(reason: SuppressionReason, business: string): string {
  switch (reason) {
    case 'stop':
      return 'You replied STOP to our texts. To get texts again, reply START from this phone.'
    case 'hard_bounce':
      return `Email to this address bounced. Please give ${business} another address.`
    case 'invalid':
      return `We couldn’t reach this one. Please give ${business} another.`
    case 'complaint':
      return 'Our email was reported as spam from this address, so we don’t send any more.'
    default:
      return `${business} was asked not to write here. To change this, please contact the office.`
  }
}

export const UNPROVEN = 'To turn on a topic that asks for confirmation, sign in with this address.'
