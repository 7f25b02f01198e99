import type { Arm, SplitPlan } from '#campaigns/rules/arms.ts'
import type { Block } from '../blocks/rules/schema.ts'

/**
 * draft: being written. ready: the next call of send-newsletter sends this one. scheduled: starts at its instant.
 * paused: nothing further leaves. `cancelled`: what had not been sent was canceled.
 */
export const campaignStates = ['draft', 'ready', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** skipped: the gate would have refused when it started, and nothing was written. */
export const recipientStates = ['waiting', 'written', 'skipped', 'cancelled'] as const

/** What became of one of two versions. */
export interface Side {
  arm: Arm
  sent: number
  opened: number
  clicked: number
}

export interface Split extends SplitPlan {
  /** What version b says instead; absent: the same as a. */
  subject: string
  preheader: string
  blocks?: Block[]
}

/** What became of one recipient, as the report counts them; `sent` includes `delivered`. */
export const outcomes = [
  'waiting',
  'sent',
  'delivered',
  'skipped',
  'bounced',
  'failed',
  'unknown',
  'complained',
  'unsubscribed',
] as const
export type Outcome = (typeof outcomes)[number]

/** What a recipient did with it; beside the outcome, and only of a church's campaign. */
export const readings = ['opened', 'machine_opened', 'clicked', 'replied'] as const
export type Reading = (typeof readings)[number]

/** What the newsletter's table says of an address. stopped: someone asked us to, or do-not-contact. */
export const subscriberStates = ['subscribed', 'unsubscribed', 'bounced', 'complained', 'stopped'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/** After the last mail of a campaign has left: then it may go once more to who has not opened it. */
export const RESEND_AFTER_HOURS = 48

/** Test mails an hour from one account. */
export const MOST_TESTS_AN_HOUR = 60
