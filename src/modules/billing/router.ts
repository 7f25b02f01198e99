import { expose } from '#kernel/expose.ts'
import { plans } from './plans/contract.ts'
import * as planService from './plans/service.ts'
import { products } from './products/contract.ts'
import * as productService from './products/service.ts'
import { subscriptions } from './selling/contract.ts'
import * as sellingService from './selling/service.ts'
import { subscription } from './subscriptions/contract.ts'
import * as subscriptionService from './subscriptions/service.ts'

export const plansRouter = expose(plans, planService)
export const productsRouter = expose(products, productService)
export const subscriptionRouter = expose(subscription, subscriptionService)
export const subscriptionsRouter = expose(subscriptions, { ...sellingService, export: sellingService.exportCsv })
