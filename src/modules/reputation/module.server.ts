import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { reviewConnections } from './connections/contract.ts'
import { reviewConnectionsRouter } from './connections/router.ts'
import { reviews } from './contract.ts'
import { reviewAnswered, reviewCampaignScheduled, reviewCampaignStarted, reviewReceived } from './events.ts'
import * as jobs from './jobs.ts'
import { reviewRequestTemplates } from './request-templates/contract.ts'
import { reviewRequestTemplatesRouter } from './request-templates/router.ts'
import { reviewCampaigns, reviewRequests } from './requests/contract.ts'
import { reviewRequestRoutes } from './requests/http.ts'
import * as requestJobs from './requests/jobs.ts'
import { reviewCampaignsRouter, reviewRequestsRouter } from './requests/router.ts'
import { seedRequests } from './requests/seed.ts'
import { reviewRequestKind } from './requests/service/kind.ts'
import { requestActions } from './requests/service/workflow-pieces.ts'
import { reviewsRouter } from './router.ts'
import { seedReviews } from './seed.ts'
import { readForCrisis } from './service/crisis.ts'
import { renderReviews, renderTestimonies } from './service/page-blocks.ts'
import { reviewSources } from './sources/contract.ts'
import { reviewSourcesRouter } from './sources/router.ts'
import * as tasks from './tasks.ts'
import { testimonies } from './testimonies/contract.ts'
import { testimoniesRouter } from './testimonies/router.ts'
import { seedTestimonies } from './testimonies/seed.ts'

const whole = {
  read: ['reviews', 'get'] as const,
  input: ({ reviewId }: { reviewId: string }) => ({ id: reviewId }),
}
/** What is sent of a campaign. */
const campaign = {
  read: ['reviewCampaigns', 'get'] as const,
  input: ({ campaignId }: { campaignId: string }) => ({ id: campaignId }),
}

export default defineServerModule({
  name: 'reputation',
  contract: {
    reviews,
    reviewSources,
    reviewConnections,
    reviewRequests,
    reviewCampaigns,
    reviewRequestTemplates,
    testimonies,
  },
  router: {
    reviews: reviewsRouter,
    reviewSources: reviewSourcesRouter,
    reviewConnections: reviewConnectionsRouter,
    testimonies: testimoniesRouter,
    reviewRequests: reviewRequestsRouter,
    reviewCampaigns: reviewCampaignsRouter,
    reviewRequestTemplates: reviewRequestTemplatesRouter,
  },
  jobs: [jobs, requestJobs],
  http: reviewRequestRoutes,
  campaignKinds: [reviewRequestKind],
  workflowActions: requestActions,
  tasks: [tasks],
  pageBlocks: { ourReviews: renderReviews, ourTestimonies: renderTestimonies },
  crisisSources: { review: readForCrisis },
  seed: [
    seed({ name: 'reputation', run: seedReviews }),
    seed({ name: 'review-requests', after: ['people', 'reputation'], run: seedRequests }),
    seed({ name: 'testimonies', after: ['people'], run: seedTestimonies }),
  ],
  webhookEvents: {
    'review.received': webhookEvent({ event: reviewReceived, summary: 'A new review came in', ...whole }),
    'review.answered': webhookEvent({ event: reviewAnswered, summary: 'A review was responded to', ...whole }),
    'review_campaign.scheduled': webhookEvent({
      event: reviewCampaignScheduled,
      summary: 'A campaign of review requests was scheduled',
      ...campaign,
      details: ({ at }) => ({ at }),
    }),
    'review_campaign.started': webhookEvent({
      event: reviewCampaignStarted,
      summary: 'A campaign of review requests started sending, or continued after a pause',
      ...campaign,
    }),
  },
})
