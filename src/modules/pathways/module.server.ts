import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { pathways } from './contract.ts'
import { pathwayCompleted, pathwayJoined } from './events.ts'
import * as jobs from './jobs.ts'
import { pathwayPeople } from './people/contract.ts'
import { pathwayPeopleRouter } from './people/router.ts'
import { portalRoutes } from './portal/http.ts'
import { pathwaysRouter } from './router.ts'
import { seedPathways, seedServing } from './seed.ts'
import { usesOfCourse } from './service/list.ts'
import { pathwayActions, pathwayTriggers } from './service/workflow-pieces.ts'
import { servingAssignments, servingRoles } from './serving/contract.ts'
import { servingAssignmentsRouter, servingRolesRouter } from './serving/router.ts'
import * as tasks from './tasks.ts'

/** What is sent: the pathway, and who it was. */
const whole = {
  read: ['pathways', 'get'] as const,
  input: ({ pathwayId }: { pathwayId: string }) => ({ id: pathwayId }),
  details: ({ personId }: { personId: string }) => ({ personId }),
}

export default defineServerModule({
  name: 'pathways',
  contract: { pathways, pathwayPeople, servingRoles, servingAssignments },
  router: {
    pathways: pathwaysRouter,
    pathwayPeople: pathwayPeopleRouter,
    servingRoles: servingRolesRouter,
    servingAssignments: servingAssignmentsRouter,
  },
  jobs: [jobs],
  tasks: [tasks],
  http: portalRoutes,
  workflowTriggers: pathwayTriggers,
  workflowActions: pathwayActions,
  uses: usesOfCourse,
  webhookEvents: {
    'pathway.joined': webhookEvent({ event: pathwayJoined, summary: 'Someone joined a pathway', ...whole }),
    'pathway.completed': webhookEvent({ event: pathwayCompleted, summary: 'Someone completed a pathway', ...whole }),
  },
  seed: [
    seed({ name: 'pathways', after: ['people', 'membership'], run: seedPathways }),
    seed({ name: 'serving', after: ['people', 'calendar', 'membership'], run: seedServing }),
  ],
})
