import { z } from 'zod'
import type { Channel } from '../rules/states.ts'

/** What is true of a channel wherever it is used, in browsers too. */
export interface ChannelRules {
  /** Whether Lampstand can send on it at all. */
  connected: boolean
  /** A normalized address of it. */
  address: z.ZodType
  /** Which of a person's contact points are addresses of it. */
  contactPoint: 'email' | 'phone'
  /** It makes a phone buzz: promotions wait for waking hours. */
  quietHours: boolean
  /** Its messages have a subject, and headers of mail. */
  mailHeaders: boolean
}

/** Letters of any script before the @ (RFC 6531); the domain in ASCII, as it is stored. */
const emailAddress =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/iu

/** Total by type: a channel without its rules does not compile. */
export const channelRules: Record<Channel, ChannelRules> = {
  email: {
    connected: true,
    address: z.string().max(254).regex(emailAddress, 'Please enter a valid email address'),
    contactPoint: 'email',
    quietHours: false,
    mailHeaders: true,
  },
  sms: { connected: true, address: z.e164(), contactPoint: 'phone', quietHours: true, mailHeaders: false },
  voice: { connected: true, address: z.e164(), contactPoint: 'phone', quietHours: true, mailHeaders: false },
}
