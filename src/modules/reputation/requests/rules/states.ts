import type { SplitPlan } from '#campaigns/rules/arms.ts'

/** How a request can be asked. `qr`: a code that many scan, for nobody in particular. */
export const requestChannels = ['sms', 'email', 'qr'] as const
export type RequestChannel = (typeof requestChannels)[number]
export const requestChannelNames: Record<RequestChannel, string> = { sms: 'Text', email: 'Email', qr: 'QR code' }

/** `sms_else_email`: a text to those who agreed to texts, an email to the others. */
export const channelChoices = ['sms', 'email', 'sms_else_email', 'qr'] as const
export type ChannelChoice = (typeof channelChoices)[number]
export const channelChoiceNames: Record<ChannelChoice, string> = {
  sms: 'Text',
  email: 'Email',
  sms_else_email: 'Text, else email',
  qr: 'QR code',
}
/** By which channels a choice reaches someone, the first one first. */
export const channelsOf = (choice: ChannelChoice): readonly ('sms' | 'email')[] =>
  choice === 'sms_else_email' ? ['sms', 'email'] : choice === 'qr' ? [] : [choice]

export const requestCampaignStates = ['scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
/** The engine's two versions of a campaign; requests have one. */
export type RequestSplit = SplitPlan
/** What the engine of campaigns knows of a recipient. */
export const recipientStates = ['waiting', 'written', 'skipped', 'cancelled'] as const

/**
 * What became of a request. expired: nobody has clicked for 30 days. reviewed: a member says so, as no platform tells whose a
 * review is. skipped: it was not sent, and says why.
 */
export const requestStates = ['waiting', 'sent', 'clicked', 'reviewed', 'expired', 'skipped', 'cancelled'] as const
export type RequestState = (typeof requestStates)[number]
export const requestStateNames: Record<RequestState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  clicked: 'Clicked',
  reviewed: 'Reviewed',
  expired: 'Expired',
  skipped: 'Not sent',
  cancelled: 'Canceled',
}

/** A person, and an address, is asked once in so many days. */
export const ASKED_DAYS = 90
export const EXPIRES_DAYS = 30
export const RESEND_HOURS = 72
export const FOLLOW_UP_DAYS = 3
/** The first message and one more. */
export const MOST_SENDS = 2

export interface SentRequest {
  state: RequestState
  sentCount: number
  lastSentAt: Date | null
}
/** Why a request can't be sent again now; null: it can. */
export function resendProblem({ state, sentCount, lastSentAt }: SentRequest, now: Date): string | null {
  if (state === 'clicked') return 'They opened the link already.'
  if (state === 'reviewed') return 'They wrote a review.'
  if (state !== 'sent' && state !== 'expired') return 'It was not sent.'
  if (sentCount >= MOST_SENDS) return 'It was sent twice. Nobody is asked a third time.'
  if (lastSentAt && now.getTime() - lastSentAt.getTime() < RESEND_HOURS * 3_600_000)
    return 'It can be sent again 72 hours after the last time.'
  return null
}
