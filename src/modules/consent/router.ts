import { expose } from '#kernel/expose.ts'
import { topics } from './topics/contract.ts'
import * as service from './topics/service.ts'

export const topicsRouter = expose(topics, service)
