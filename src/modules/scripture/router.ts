import { expose } from '#kernel/expose.ts'
import { scripture } from './contract.ts'
import * as service from './service.ts'

export const scriptureRouter = expose(scripture, service)
