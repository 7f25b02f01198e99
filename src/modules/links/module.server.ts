import { defineServerModule } from '#kernel/server-modules.ts'
import { linkRoutes } from './http.ts'

export default defineServerModule({
  name: 'links',
  contract: {},
  router: {},
  http: linkRoutes,
})
