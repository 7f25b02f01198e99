import { sql } from 'drizzle-orm'
import { defineCampaignKind } from '#campaigns/service/kinds.ts'
import { campaignScheduled, campaignStarted } from '../../events.ts'
import { emailCampaigns, emailRecipients } from '../../tables.ts'
import { compareVersions } from './ab-test.ts'
import {
  allowanceOf,
  type CampaignRow,
  composeMails,
  freezeRecipients,
  isDue,
  nextDue,
  type Recipient,
  recordWritten,
  startedValues,
} from './sending.ts'

/** Emails to many, as the engine of campaigns sends them: a church's campaigns, and newsletters, which have no audience. */
export const emailKind = defineCampaignKind<CampaignRow, Recipient>({
  name: 'email',
  timelineKind: 'campaign.email',
  campaigns: emailCampaigns,
  list: { subject: sql`subject`, where: sql`audience is not null and deleted_at is null` },
  recipients: emailRecipients,
  batchSize: 200,
  hasUndo: false,
  scheduled: campaignScheduled,
  started: campaignStarted,
  afterFailedStart: 'draft',
  startProblems: {
    NO_ADDRESS: 'Not sent on schedule: the postal address was missing.',
    NOBODY: 'Not sent on schedule: nobody would have received it.',
    NOT_READY: 'Not sent on schedule: something was missing.',
  },
  freeze: freezeRecipients,
  onStart: startedValues,
  due: isDue,
  nextDue,
  allowance: allowanceOf,
  compose: composeMails,
  recordWritten,
  compare: compareVersions,
})
