import { expose } from '#kernel/expose.ts'
import { plans } from './plans/contract.ts'
import * as planService from './plans/service.ts'

export const plansRouter = expose(plans, planService)
