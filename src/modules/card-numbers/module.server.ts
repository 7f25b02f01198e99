import { defineServerModule } from '#kernel/server-modules.ts'

export default defineServerModule({
  name: 'card-numbers',
  contract: {},
  router: {},
})
