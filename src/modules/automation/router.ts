import { expose } from '#kernel/expose.ts'
import { workflowRuns, workflows } from './contract.ts'
import * as runs from './service/runs.ts'
import * as service from './service.ts'

export const workflowsRouter = expose(workflows, service)
export const workflowRunsRouter = expose(workflowRuns, runs)
