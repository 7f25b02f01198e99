import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { businessCards } from './contract.ts'
import { businessCardRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { businessCardsRouter } from './router.ts'
import { seedBusinessCards } from './seed.ts'

export default defineServerModule({
  name: 'business-cards',
  contract: { businessCards },
  router: { businessCards: businessCardsRouter },
  jobs: [jobs],
  http: businessCardRoutes,
  seed: [seed({ name: 'business-cards', run: seedBusinessCards })],
})
