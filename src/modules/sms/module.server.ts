import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { smsCampaigns } from './campaigns/contract.ts'
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
import { smsSettings } from './settings/contract.ts'
import { smsTemplates } from './templates/contract.ts'

export default defineServerModule({
  name: 'sms',
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
})
