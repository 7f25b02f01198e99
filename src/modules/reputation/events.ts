import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A review that is new on its platform came in; older ones that a first look or a file brings are no news. */
export const reviewReceived = event('review.received', z.object({ reviewId: z.uuid() }))
/** A response stands on its platform, or a member says so. */
export const reviewAnswered = event('review.answered', z.object({ reviewId: z.uuid() }))
/** A campaign of review requests is to begin at an instant. */
export const reviewCampaignScheduled = event(
  'review_campaign.scheduled',
  z.object({ campaignId: z.uuid(), at: z.iso.datetime() }),
)
/** Its recipients are frozen, and it goes on. */
export const reviewCampaignStarted = event(
  'review_campaign.started',
  z.object({ campaignId: z.uuid(), at: z.iso.datetime().optional() }),
)
