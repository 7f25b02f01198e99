import { defineServerModule } from '#kernel/server-modules.ts'
import { apiKeys } from './contract.ts'
import * as idempotency from './idempotency/jobs.ts'
import { apiKeysRouter } from './router.ts'

export default defineServerModule({
  name: 'api-access',
  contract: { apiKeys },
  router: { apiKeys: apiKeysRouter },
  jobs: [idempotency],
})
