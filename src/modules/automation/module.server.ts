import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { workflowApprovals } from './approvals/contract.ts'
import { workflowRuns, workflows } from './contract.ts'
import { workflowEnrollments } from './enrollment/contract.ts'
import * as enrollmentJobs from './enrollment/jobs.ts'
import * as enrollmentTasks from './enrollment/tasks.ts'
import { webhookAsked } from './events.ts'
import { workflowExchange } from './exchange/contract.ts'
import { workflowExchangeRouter } from './exchange/router.ts'
import { workflowExplanations } from './explain/contract.ts'
import { workflowExplanationsRouter } from './explain/router.ts'
import * as jobs from './jobs.ts'
import {
  workflowApprovalsRouter,
  workflowEnrollmentsRouter,
  workflowRunsRouter,
  workflowSimulationsRouter,
  workflowsRouter,
} from './router.ts'
import * as scheduleJobs from './schedules/jobs.ts'
import { seedAutomation } from './seed.ts'
import { automationActions, automationTriggers } from './service/workflow-pieces.ts'
import { workflowSimulations } from './simulation/contract.ts'
import * as tasks from './tasks.ts'
import { workflowTemplates } from './templates/contract.ts'
import { workflowTemplatesRouter } from './templates/router.ts'
import { workflowVersions } from './versions/contract.ts'
import { workflowVersionsRouter } from './versions/router.ts'

export default defineServerModule({
  name: 'automation',
  workflowTriggers: automationTriggers,
  workflowActions: automationActions,
  contract: {
    workflows,
    workflowRuns,
    workflowEnrollments,
    workflowSimulations,
    workflowApprovals,
    workflowVersions,
    workflowTemplates,
    workflowExchange,
    workflowExplanations,
  },
  router: {
    workflows: workflowsRouter,
    workflowRuns: workflowRunsRouter,
    workflowEnrollments: workflowEnrollmentsRouter,
    workflowSimulations: workflowSimulationsRouter,
    workflowVersions: workflowVersionsRouter,
    workflowTemplates: workflowTemplatesRouter,
    workflowExchange: workflowExchangeRouter,
    workflowExplanations: workflowExplanationsRouter,
    workflowApprovals: workflowApprovalsRouter,
  },
  seed: [seed({ name: 'automation', after: ['campaigns', 'calendar', 'attendance'], run: seedAutomation })],
  jobs: [jobs, enrollmentJobs, scheduleJobs],
  tasks: [tasks, enrollmentTasks],
  internalEvents: { 'workflow.started': 'Stands for the calendar among the events' },
  webhookEvents: {
    'workflow.step': webhookEvent({
      event: webhookAsked,
      summary: 'A workflow came to a step that sends a webhook',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
      details: ({ workflowId, runId, step }) => ({ workflowId, runId, step }),
    }),
  },
})
