import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { newsletterArchive } from './archive/contract.ts'
import { emailCampaigns } from './campaigns/contract.ts'
import { seedCampaigns } from './campaigns/seed.ts'
import { emailKind } from './campaigns/service/kind.ts'
import { campaignScheduled, campaignStarted } from './events.ts'
import { emailRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { newsletters } from './newsletters/contract.ts'
import { preferences } from './preferences/contract.ts'
import {
  emailArchiveRouter,
  emailCampaignsRouter,
  emailTemplatesRouter,
  newsletterArchiveRouter,
  newsletterSignupRouter,
  newsletterSubscribersRouter,
  newslettersRouter,
  preferencesRouter,
  unsubscribeLinksRouter,
} from './router.ts'
import { seedNewsletter } from './seed.ts'
import { uses } from './service/uses.ts'
import { mailActions } from './service/workflow-pieces.ts'
import { newsletterSignup } from './signup/contract.ts'
import { newsletterSubscribers } from './subscribers/contract.ts'
import { emailTemplates } from './templates/contract.ts'
import { unsubscribeLinks } from './unsubscribe/contract.ts'
import { emailArchive } from './web-archive/contract.ts'

/** What is sent of a campaign. */
const whole = {
  read: ['emailCampaigns', 'get'] as const,
  input: ({ campaignId }: { campaignId: string }) => ({ id: campaignId }),
}

export default defineServerModule({
  name: 'email',
  workflowActions: mailActions,
  contract: {
    emailCampaigns,
    emailTemplates,
    newsletters,
    newsletterSubscribers,
    newsletterArchive,
    unsubscribeLinks: unsubscribeLinks,
    emailArchive: emailArchive,
    preferences,
    newsletterSignup: newsletterSignup,
  },
  router: {
    emailCampaigns: emailCampaignsRouter,
    emailTemplates: emailTemplatesRouter,
    newsletters: newslettersRouter,
    newsletterSubscribers: newsletterSubscribersRouter,
    newsletterArchive: newsletterArchiveRouter,
    unsubscribeLinks: unsubscribeLinksRouter,
    emailArchive: emailArchiveRouter,
    preferences: preferencesRouter,
    newsletterSignup: newsletterSignupRouter,
  },
  uses,
  jobs: [jobs],
  http: emailRoutes,
  seed: [
    seed({ name: 'campaigns', after: ['forms'], run: seedCampaigns }),
    seed({ name: 'newsletter', account: 'operator', run: seedNewsletter }),
  ],
  campaignKinds: [emailKind],
  webhookEvents: {
    'email_campaign.scheduled': webhookEvent({
      event: campaignScheduled,
      summary: 'An email campaign was scheduled',
      ...whole,
      details: ({ at }) => ({ at }),
    }),
    'email_campaign.started': webhookEvent({
      event: campaignStarted,
      summary: 'An email campaign started sending, or continued after a pause',
      ...whole,
    }),
  },
})
