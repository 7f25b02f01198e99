import { defineServerModule } from '#kernel/server-modules.ts'
import { workflowRuns, workflows } from './contract.ts'
import * as jobs from './jobs.ts'
import { workflowRunsRouter, workflowsRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'automation',
  contract: { workflows, workflowRuns },
  router: { workflows: workflowsRouter, workflowRuns: workflowRunsRouter },
  jobs: [jobs],
  tasks: [tasks],
})
