import { defineServerModule } from '#kernel/server-modules.ts'
import { workflowRuns, workflows } from './contract.ts'
import { workflowEnrollments } from './enrollment/contract.ts'
import * as enrollmentJobs from './enrollment/jobs.ts'
import * as enrollmentTasks from './enrollment/tasks.ts'
import { workflowExchange } from './exchange/contract.ts'
import { workflowExchangeRouter } from './exchange/router.ts'
import * as jobs from './jobs.ts'
import { workflowEnrollmentsRouter, workflowRunsRouter, workflowSimulationsRouter, workflowsRouter } from './router.ts'
import { workflowSimulations } from './simulation/contract.ts'
import * as tasks from './tasks.ts'
import { workflowTemplates } from './templates/contract.ts'
import { workflowTemplatesRouter } from './templates/router.ts'
import { workflowVersions } from './versions/contract.ts'
import { workflowVersionsRouter } from './versions/router.ts'

export default defineServerModule({
  name: 'automation',
  contract: {
    workflows,
    workflowRuns,
    workflowEnrollments,
    workflowSimulations,
    workflowVersions,
    workflowTemplates,
    workflowExchange,
  },
  router: {
    workflows: workflowsRouter,
    workflowRuns: workflowRunsRouter,
    workflowEnrollments: workflowEnrollmentsRouter,
    workflowSimulations: workflowSimulationsRouter,
    workflowVersions: workflowVersionsRouter,
    workflowTemplates: workflowTemplatesRouter,
    workflowExchange: workflowExchangeRouter,
  },
  jobs: [jobs, enrollmentJobs],
  tasks: [tasks, enrollmentTasks],
})
