import { expose } from '#kernel/expose.ts'
import { workflowVersions } from './contract.ts'
import * as service from './service.ts'

export const workflowVersionsRouter = expose(workflowVersions, service)
