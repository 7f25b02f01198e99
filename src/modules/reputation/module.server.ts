import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { reviews } from './contract.ts'
import { reviewAnswered, reviewReceived } from './events.ts'
import * as jobs from './jobs.ts'
import { reviewsRouter } from './router.ts'
import { seedReviews } from './seed.ts'
import { readForCrisis } from './service/crisis.ts'
import { reviewSources } from './sources/contract.ts'
import { reviewSourcesRouter } from './sources/router.ts'
import * as tasks from './tasks.ts'

const whole = {
  read: ['reviews', 'get'] as const,
  input: ({ reviewId }: { reviewId: string }) => ({ id: reviewId }),
}

export default defineServerModule({
  name: 'reputation',
  contract: { reviews, reviewSources },
  router: { reviews: reviewsRouter, reviewSources: reviewSourcesRouter },
  jobs: [jobs],
  tasks: [tasks],
  crisisSources: { review: readForCrisis },
  seed: [seed({ name: 'reputation', run: seedReviews })],
  webhookEvents: {
    'review.received': webhookEvent({ event: reviewReceived, summary: 'A new review came in', ...whole }),
    'review.answered': webhookEvent({ event: reviewAnswered, summary: 'A review was responded to', ...whole }),
  },
})
