import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A call campaign is to begin at an instant. */
export const robocallScheduled = event('robocall.scheduled', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
/** Its recipients are frozen, and it goes on. */
export const robocallStarted = event(
  'robocall.started',
  z.object({ campaignId: z.uuid(), at: z.iso.datetime().optional() }),
)
/** One call of a campaign is over. */
export const robocallEnded = event('robocall.ended', z.object({ campaignId: z.uuid(), messageId: z.uuid() }))
