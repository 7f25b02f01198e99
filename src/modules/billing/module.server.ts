import { defineServerModule } from '#kernel/server-modules.ts'
import { billingRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { plans } from './plans/contract.ts'
import { products } from './products/contract.ts'
import { plansRouter, productsRouter, subscriptionRouter, subscriptionsRouter } from './router.ts'
import { subscriptions } from './selling/contract.ts'
import { billingFigures } from './service/account-figures.ts'
import { subscription } from './subscriptions/contract.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'billing',
  contract: { plans, subscription, products, subscriptions },
  router: {
    plans: plansRouter,
    subscription: subscriptionRouter,
    products: productsRouter,
    subscriptions: subscriptionsRouter,
  },
  accountFigures: billingFigures,
  jobs: [jobs],
  tasks: [tasks],
  http: billingRoutes,
})
