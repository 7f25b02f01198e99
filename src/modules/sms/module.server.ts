import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { smsCampaigns } from './campaigns/contract.ts'
import { smsKind } from './campaigns/service/kind.ts'
import { smsScheduled, smsStarted } from './events.ts'
import * as jobs from './jobs.ts'
import { smsKeywords } from './keywords/contract.ts'
import { smsRegistration } from './registration/contract.ts'
import {
  smsCampaignsRouter,
  smsKeywordsRouter,
  smsRegistrationRouter,
  smsSeriesRouter,
  smsSettingsRouter,
  smsTemplatesRouter,
} from './router.ts'
import { seedSms } from './seed.ts'
import { smsSeries } from './series/contract.ts'
import { uses } from './service/uses.ts'
import { textActions } from './service/workflow-pieces.ts'
import { smsSettings } from './settings/contract.ts'
import { smsTemplates } from './templates/contract.ts'

/** What is sent of a campaign. */
const whole = {
  read: ['smsCampaigns', 'get'] as const,
  input: ({ campaignId }: { campaignId: string }) => ({ id: campaignId }),
}

export default defineServerModule({
  name: 'sms',
  workflowActions: textActions,
  contract: { smsCampaigns, smsTemplates, smsKeywords, smsRegistration, smsSeries, smsSettings },
  router: {
    smsCampaigns: smsCampaignsRouter,
    smsTemplates: smsTemplatesRouter,
    smsKeywords: smsKeywordsRouter,
    smsRegistration: smsRegistrationRouter,
    smsSeries: smsSeriesRouter,
    smsSettings: smsSettingsRouter,
  },
  jobs: [jobs],
  seed: [seed({ name: 'sms', after: ['histories'], run: seedSms })],
  campaignKinds: [smsKind],
  uses,
  webhookEvents: {
    'sms_campaign.scheduled': webhookEvent({
      event: smsScheduled,
      summary: 'A text campaign was scheduled',
      ...whole,
      details: ({ at }) => ({ at }),
    }),
    'sms_campaign.started': webhookEvent({
      event: smsStarted,
      summary: 'A text campaign started sending, or continued after a pause',
      ...whole,
    }),
  },
  internalEvents: {
    'sms.step-written': 'Puts a text of a workflow into its thread',
    'sms.series-due': 'Waits for the next run of a repeated text',
  },
})
