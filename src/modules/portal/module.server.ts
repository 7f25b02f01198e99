import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import { portal } from './contract.ts'
import { portalSignedIn } from './events.ts'
import { portalRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { portalRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'portal',
  contract: { portal },
  router: { portal: portalRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: portalRoutes,
  webhookEvents: {
    'portal.signed_in': webhookEvent({
      event: portalSignedIn,
      summary: 'A person signed in to the portal',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
    }),
  },
})
