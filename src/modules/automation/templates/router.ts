import { expose } from '#kernel/expose.ts'
import { workflowTemplates } from './contract.ts'
import * as service from './service.ts'

export const workflowTemplatesRouter = expose(workflowTemplates, service)
