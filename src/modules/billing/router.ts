import { expose } from '#kernel/expose.ts'
import { plans } from './plans/contract.ts'
import * as planService from './plans/service.ts'
import { subscription } from './subscriptions/contract.ts'
import * as subscriptionService from './subscriptions/service.ts'

export const plansRouter = expose(plans, planService)
export const subscriptionRouter = expose(subscription, subscriptionService)
