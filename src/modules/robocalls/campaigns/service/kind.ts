import { sql } from 'drizzle-orm'
import { defineCampaignKind } from '#campaigns/service/kinds.ts'
import { robocallScheduled, robocallStarted } from '../../events.ts'
import { APPROVAL_ABOVE } from '../../rules/states.ts'
import { notifyApprovers, notifyOfDecision, notifyOfStop } from '../../service/notices.ts'
import { robocallCampaigns, robocallRecipients } from '../../tables.ts'
import { assess } from './preflight.ts'
import {
  allowanceOf,
  type CampaignRow,
  composeCalls,
  freezeRecipients,
  isDue,
  nextDue,
  type Recipient,
  recordWritten,
  refuseOverCap,
} from './sending.ts'

/** Calls that play a message, as the engine of campaigns places them. */
export const robocallKind = defineCampaignKind<CampaignRow, Recipient>({
  name: 'voice',
  timelineKind: 'campaign.voice',
  campaigns: robocallCampaigns,
  list: { subject: sql`content`, where: sql`deleted_at is null` },
  recipients: robocallRecipients,
  batchSize: 50,
  hasUndo: false,
  scheduled: robocallScheduled,
  started: robocallStarted,
  afterFailedStart: 'draft',
  startProblems: {
    NOBODY: 'Not started on schedule: nobody could have been called.',
    NOT_FOUND: 'Not started on schedule: a segment, tag or group of its audience, or its script, was deleted.',
  },
  freeze: freezeRecipients,
  due: isDue,
  nextDue,
  allowance: allowanceOf,
  compose: composeCalls,
  refuse: refuseOverCap,
  recordWritten,
  onStopped: notifyOfStop,
  compare: async () => ({ winner: null, sides: [] }),
  approval: {
    // Nobody waits for a second person while the roads freeze; who may announce a closure is chosen by their right.
    isNeeded: async (ctx, campaign) =>
      campaign.purpose !== 'emergency' &&
      (await assess(ctx, campaign)).numbers.filter(one => one.reason === null).length > APPROVAL_ABOVE,
    isImmediate: ({ scheduledFor }) => scheduledFor === null,
    undoMs: 0,
    onRequested: notifyApprovers,
    onReviewed: notifyOfDecision,
  },
})
