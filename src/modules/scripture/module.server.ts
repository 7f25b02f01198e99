import { defineServerModule } from '#kernel/server-modules.ts'
import { scripture } from './contract.ts'
import { scriptureRouter } from './router.ts'

export default defineServerModule({
  name: 'scripture',
  contract: { scripture },
  router: { scripture: scriptureRouter },
})
