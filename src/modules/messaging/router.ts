import { expose } from '#kernel/expose.ts'
import { outbox } from './contract.ts'
import * as service from './service.ts'

export const outboxRouter = expose(outbox, service)
