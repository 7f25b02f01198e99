import { expose } from '#kernel/expose.ts'
import { providerHealth } from './providers/contract.ts'
import * as provider from './providers/service.ts'
import { queues } from './queues/contract.ts'
import * as queue from './queues/service.ts'

export const providerHealthRouter = expose(providerHealth, provider)
const { exportCsv, ...rest } = queue
export const queuesRouter = expose(queues, { ...rest, export: exportCsv })
