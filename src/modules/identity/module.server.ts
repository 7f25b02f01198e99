import { defineServerModule } from '#kernel/server-modules.ts'
import { avatarRoutes } from './avatar/http.ts'
import { identityRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'identity',
  contract: {},
  router: {},
  jobs: [jobs],
  tasks: [tasks],
  http: [...identityRoutes, ...avatarRoutes],
  internalEvents: {
    'identity.account-opened': 'An account that is just being opened has no endpoint yet',
    'identity.address-changed': 'Belongs to the member, not to an account',
  },
})
