import { defineServerModule } from '#kernel/server-modules.ts'

export default defineServerModule({ name: 'videos', contract: {}, router: {} })
