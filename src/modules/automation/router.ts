import { expose } from '#kernel/expose.ts'
import { workflowApprovals } from './approvals/contract.ts'
import * as approvals from './approvals/service.ts'
import { workflowRuns, workflows } from './contract.ts'
import { workflowEnrollments } from './enrollment/contract.ts'
import * as enrollments from './enrollment/service.ts'
import * as runs from './service/runs.ts'
import * as service from './service.ts'
import { workflowSimulations } from './simulation/contract.ts'
import * as simulations from './simulation/service.ts'

export const workflowsRouter = expose(workflows, service)
export const workflowRunsRouter = expose(workflowRuns, runs)
export const workflowEnrollmentsRouter = expose(workflowEnrollments, enrollments)
export const workflowSimulationsRouter = expose(workflowSimulations, simulations)
export const workflowApprovalsRouter = expose(workflowApprovals, approvals)
