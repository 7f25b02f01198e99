import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

const One = z.object({ campaignId: z.uuid() })

/** Writes the messages of a campaign, batch after batch. */
export const writeCampaign = declareTask('campaigns.write', One, {
  formerly: ['sms.write', 'email.write', 'sms.started', 'email.started', 'email.waits'],
})
/** Starts a scheduled campaign. */
export const startCampaign = declareTask('campaigns.start', One, {
  formerly: ['sms.begin', 'email.begin', 'sms.scheduled', 'email.scheduled'],
})
/** Compares the two versions of an A/B test. */
export const compareVersions = declareTask('campaigns.compare', One, {
  formerly: ['sms.decide', 'email.decide', 'sms.split', 'email.split'],
})
