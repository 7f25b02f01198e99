import { expose } from '#kernel/expose.ts'
import { workflowExchange } from './contract.ts'
import * as service from './service.ts'

export const workflowExchangeRouter = expose(workflowExchange, service)
