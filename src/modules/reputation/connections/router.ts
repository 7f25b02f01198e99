import { expose } from '#kernel/expose.ts'
import { reviewConnections } from './contract.ts'
import * as service from './service.ts'

export const reviewConnectionsRouter = expose(reviewConnections, service)
