import { defineServerModule } from '#kernel/server-modules.ts'
import { contact } from './contact/contract.ts'
import * as contactJobs from './contact/jobs.ts'
import { status } from './contract.ts'
import { siteRoutes } from './http.ts'
import { incidents } from './incidents/contract.ts'
import { contactRouter, incidentsRouter, statusRouter, submissionsRouter } from './router.ts'
import { submissions } from './submissions/contract.ts'

export default defineServerModule({
  name: 'site',
  contract: { status, contact, submissions, incidents },
  router: {
    status: statusRouter,
    contact: contactRouter,
    submissions: submissionsRouter,
    incidents: incidentsRouter,
  },
  jobs: [contactJobs],
  http: siteRoutes,
  internalEvents: {
    'contact.received': 'Written to the operator, not to an account',
  },
})
