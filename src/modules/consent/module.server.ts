import { defineServerModule } from '#kernel/server-modules.ts'
import { stopsRouter, topicsRouter } from './router.ts'
import { stops } from './stops/contract.ts'
import { topics } from './topics/contract.ts'

export default defineServerModule({
  name: 'consent',
  contract: { topics, stops },
  router: { topics: topicsRouter, stops: stopsRouter },
})
