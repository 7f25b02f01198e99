import { defineServerModule } from '#kernel/server-modules.ts'
import { workflowRuns, workflows } from './contract.ts'
import { workflowExchange } from './exchange/contract.ts'
import { workflowExchangeRouter } from './exchange/router.ts'
import { workflowExplanations } from './explain/contract.ts'
import { workflowExplanationsRouter } from './explain/router.ts'
import * as jobs from './jobs.ts'
import { workflowRunsRouter, workflowsRouter } from './router.ts'
import * as tasks from './tasks.ts'
import { workflowTemplates } from './templates/contract.ts'
import { workflowTemplatesRouter } from './templates/router.ts'
import { workflowVersions } from './versions/contract.ts'
import { workflowVersionsRouter } from './versions/router.ts'

export default defineServerModule({
  name: 'automation',
  contract: { workflows, workflowRuns, workflowVersions, workflowTemplates, workflowExchange, workflowExplanations },
  router: {
    workflows: workflowsRouter,
    workflowRuns: workflowRunsRouter,
    workflowVersions: workflowVersionsRouter,
    workflowTemplates: workflowTemplatesRouter,
    workflowExchange: workflowExchangeRouter,
    workflowExplanations: workflowExplanationsRouter,
  },
  jobs: [jobs],
  tasks: [tasks],
})
