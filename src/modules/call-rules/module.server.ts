import { defineServerModule } from '#kernel/server-modules.ts'
import { callRules } from './contract.ts'
import { callRulesRouter } from './router.ts'

export default defineServerModule({
  name: 'call-rules',
  contract: { callRules },
  router: { callRules: callRulesRouter },
})
