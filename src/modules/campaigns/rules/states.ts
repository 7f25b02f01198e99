/**
 * States of campaigns of every channel. draft: being written. ready: the next call of send-newsletter sends this one. waiting: for a
 * second person's approval. declined: they refused; changed, it may be asked again. scheduled: starts at its instant. paused: nothing
 * further leaves. `cancelled`: what had not been sent was canceled. Each channel has some of them.
 */
export const campaignStates = [
  'draft',
  'ready',
  'waiting',
  'declined',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const
export type CampaignState = (typeof campaignStates)[number]
