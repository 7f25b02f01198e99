import { defineServerModule } from '#kernel/server-modules.ts'
import { providerHealth } from './providers/contract.ts'
import * as providers from './providers/jobs.ts'
import { queues } from './queues/contract.ts'
import { providerHealthRouter, queuesRouter } from './router.ts'

export default defineServerModule({
  name: 'platform-admin',
  contract: { providerHealth, queues },
  router: { providerHealth: providerHealthRouter, queues: queuesRouter },
  jobs: [providers],
})
