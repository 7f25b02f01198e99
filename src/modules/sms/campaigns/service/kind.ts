import { sql } from 'drizzle-orm'
import { defineCampaignKind } from '#campaigns/service/kinds.ts'
import { smsScheduled, smsStarted } from '../../events.ts'
import { UNDO_MS } from '../../rules/states.ts'
import { notifyApprovers, notifyOfCap, notifyOfDecision } from '../../service/notices.ts'
import { smsCampaigns, smsRecipients } from '../../tables.ts'
import { compareVersions } from './ab-test.ts'
import { needsApproval } from './approval-requests.ts'
import {
  type CampaignRow,
  composeTexts,
  freezeRecipients,
  pollEnd,
  type Recipient,
  recordWritten,
  refuseOverCap,
} from './sending.ts'
import { pauseFilteredCampaign } from './spam-guard.ts'

/** Texts to many, as the engine of campaigns sends them. */
export const smsKind = defineCampaignKind<CampaignRow, Recipient>({
  name: 'sms',
  timelineKind: 'campaign.sms',
  campaigns: smsCampaigns,
  list: { subject: sql`body` },
  recipients: smsRecipients,
  batchSize: 250,
  hasUndo: true,
  scheduled: smsScheduled,
  started: smsStarted,
  afterFailedStart: 'cancelled',
  startProblems: {
    NOBODY: 'Not sent on schedule: nobody would have received it.',
    NOT_FOUND: 'Not sent on schedule: a segment, tag or group of its recipients was deleted.',
  },
  freeze: freezeRecipients,
  onStart: async (_ctx, campaign, opensAt) => pollEnd(campaign, opensAt),
  compose: composeTexts,
  refuse: refuseOverCap,
  recordWritten,
  onStopped: notifyOfCap,
  onBatchMoved: pauseFilteredCampaign,
  compare: compareVersions,
  approval: {
    isNeeded: needsApproval,
    isImmediate: ({ mode }) => mode === 'now',
    undoMs: UNDO_MS,
    onRequested: notifyApprovers,
    onReviewed: notifyOfDecision,
  },
})
