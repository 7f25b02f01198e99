import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { prayerRequests } from './contract.ts'
import { prayerAnswered, prayerRequested } from './events.ts'
import { prayerRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { prayerRouter } from './router.ts'
import { seedPrayer } from './seed.ts'
import { readForCrisis } from './service/crisis-source.ts'
import { prayerTriggers } from './service/workflow-pieces.ts'

/** Read with the rights of the member who made the webhook: nothing is told of what they may not read. */
const read = {
  read: ['prayerRequests', 'get'] as const,
  input: ({ requestId }: { requestId: string }) => ({ id: requestId }),
}

export default defineServerModule({
  name: 'prayer',
  contract: { prayerRequests },
  router: { prayerRequests: prayerRouter },
  jobs: [jobs],
  http: prayerRoutes,
  crisisSources: { prayer: readForCrisis },
  workflowTriggers: prayerTriggers,
  seed: [seed({ name: 'prayer', after: ['people', 'crisis'], run: seedPrayer })],
  webhookEvents: {
    'prayer.requested': webhookEvent({ event: prayerRequested, summary: 'Someone asked for prayer', ...read }),
    'prayer.answered': webhookEvent({ event: prayerAnswered, summary: 'A prayer was answered', ...read }),
  },
})
