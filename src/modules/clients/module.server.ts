import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import * as archive from './archive/jobs.ts'
import { audit, trail } from './audit/contract.ts'
import { church, clients, invitations, members } from './contract.ts'
import { accountSuspended } from './events.ts'
import { exports } from './exports/contract.ts'
import { exportRoutes } from './exports/http.ts'
import * as tasks from './exports/tasks.ts'
import { operator } from './operator/contract.ts'
import {
  auditRouter,
  churchRouter,
  clientsRouter,
  exportsRouter,
  invitationsRouter,
  membersRouter,
  operatorRouter,
  trailRouter,
} from './router.ts'
import { openDemoChurch } from './seed.ts'
import { countSeats } from './service/limit-counter.ts'

export default defineServerModule({
  name: 'clients',
  contract: { clients, church, members, invitations, exports, operator, audit, trail },
  router: {
    clients: clientsRouter,
    church: churchRouter,
    members: membersRouter,
    invitations: invitationsRouter,
    exports: exportsRouter,
    operator: operatorRouter,
    audit: auditRouter,
    trail: trailRouter,
  },
  limitCounters: { members: countSeats },
  jobs: [archive],
  tasks: [tasks],
  http: exportRoutes,
  openDemo: openDemoChurch,
  internalEvents: { 'member.removed': 'Gives what was a member’s alone back to the church' },
  webhookEvents: {
    'account.barred': webhookEvent({
      event: accountSuspended,
      summary: 'The account was suspended, or is read-only until it is paid for',
      read: ['church', 'read'],
      input: () => ({}),
      details: ({ access }) => ({ access }),
    }),
  },
})
