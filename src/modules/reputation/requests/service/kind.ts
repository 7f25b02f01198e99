import { sql } from 'drizzle-orm'
import { defineCampaignKind } from '#campaigns/service/kinds.ts'
import { refuseOverCap } from '#sms/campaigns/service/sending.ts'
import { reviewCampaignScheduled, reviewCampaignStarted } from '../../events.ts'
import { reviewRequestCampaigns, reviewRequests } from '../tables.ts'
import { type CampaignRow, composeRequests, freezeRequests, type RequestRow, recordRequestsWritten } from './sending.ts'

/** Review requests, as the engine of campaigns sends them: by text, by email, or by whichever reaches someone. */
export const reviewRequestKind = defineCampaignKind<CampaignRow, RequestRow>({
  name: 'reviewRequest',
  timelineKind: 'campaign.review',
  campaigns: reviewRequestCampaigns,
  list: { subject: sql`subject`, where: sql`not is_single` },
  recipients: reviewRequests,
  batchSize: 100,
  hasUndo: false,
  scheduled: reviewCampaignScheduled,
  started: reviewCampaignStarted,
  afterFailedStart: 'cancelled',
  startProblems: {
    NOBODY: 'Not sent on schedule: nobody would have been asked.',
    NOT_FOUND: 'Not sent on schedule: a segment, tag or group of its recipients was deleted.',
  },
  freeze: freezeRequests,
  compose: composeRequests,
  // Texts have one cap of the month, whatever they ask.
  refuse: async (ctx, campaign, messages) => {
    const texts = messages.filter(({ channel }) => channel === 'sms')
    return texts.length > 0 ? refuseOverCap(ctx, campaign, texts) : null
  },
  recordWritten: recordRequestsWritten,
  compare: async () => ({ winner: null, sides: [] }),
})
