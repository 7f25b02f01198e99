import { expose } from '#kernel/expose.ts'
import { reviewRequestTemplates } from './contract.ts'
import * as service from './service.ts'

export const reviewRequestTemplatesRouter = expose(reviewRequestTemplates, service)
