import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { podcasts } from './contract.ts'
import { podcastRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { podcastsRouter } from './router.ts'
import { seedPodcast, storeCover } from './seed.ts'

export default defineServerModule({
  name: 'podcasts',
  contract: { podcasts },
  router: { podcasts: podcastsRouter },
  jobs: [jobs],
  http: podcastRoutes,
  seed: [seed({ name: 'podcasts', after: ['videos'], prepare: storeCover, run: seedPodcast })],
})
