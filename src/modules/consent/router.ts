import { expose } from '#kernel/expose.ts'
import { suppressions } from './suppressions/contract.ts'
import * as stopsService from './suppressions/service.ts'
import { topics } from './topics/contract.ts'
import * as service from './topics/service.ts'

export const topicsRouter = expose(topics, service)
export const suppressionsRouter = expose(suppressions, {
  of: stopsService.listSuppressions,
  add: stopsService.addSuppression,
  lift: stopsService.liftSuppression,
})
