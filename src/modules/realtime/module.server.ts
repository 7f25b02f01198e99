import { defineServerModule } from '#kernel/server-modules.ts'
import { realtimeRoutes } from './http.ts'

export default defineServerModule({
  name: 'realtime',
  contract: {},
  router: {},
  http: realtimeRoutes,
})
