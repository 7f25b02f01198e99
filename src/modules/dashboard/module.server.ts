import { defineServerModule } from '#kernel/server-modules.ts'
import { gettingStarted } from './contract.ts'
import { gettingStartedRouter } from './router.ts'

export default defineServerModule({
  name: 'dashboard',
  contract: { gettingStarted },
  router: { gettingStarted: gettingStartedRouter },
})
