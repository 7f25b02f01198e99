import { defineServerModule } from '#kernel/server-modules.ts'
import { closures } from './contract.ts'
import { closuresRouter } from './router.ts'

export default defineServerModule({ name: 'closures', contract: { closures }, router: { closures: closuresRouter } })
