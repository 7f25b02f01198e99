import { expose } from '#kernel/expose.ts'
import { planSubscriptions } from './contract.ts'
import { cancel, get, list, refund } from './service.ts'

export const planSubscriptionsRouter = expose(planSubscriptions, {
  list,
  get,
  refund,
  cancel: (ctx, input) => cancel(ctx, input),
})
