import { expose } from '#kernel/expose.ts'
import { reviewSources } from './contract.ts'
import * as service from './service.ts'

export const reviewSourcesRouter = expose(reviewSources, service)
