import { z } from 'zod'
import type { Channel } from '../rules/states.ts'

/** What is true of a channel wherever it is used, in browsers too. */
export interface ChannelRules {
  /** Whether Lampstand can send on it at all. */
  connected: boolean
  /** A normalised address of it. */
  address: z.ZodType
  /** Which of a person's contact points are addresses of it. */
  contactPoint: 'email' | 'phone'
  /** It makes a phone buzz: promotions wait for waking hours. */
  quietHours: boolean
  /** Its messages have a subject, and headers of mail. */
  mailHeaders: boolean
}

/** Total by type: a channel without its rules does not compile. */
export const channelRules: Record<Channel, ChannelRules> = {
  email: {
    connected: true,
    address: z.email().max(254),
    contactPoint: 'email',
    quietHours: false,
    mailHeaders: true,
  },
  sms: { connected: true, address: z.e164(), contactPoint: 'phone', quietHours: true, mailHeaders: false },
  voice: { connected: false, address: z.e164(), contactPoint: 'phone', quietHours: true, mailHeaders: false },
}
