import { expose } from '#kernel/expose.ts'
import { closures } from './contract.ts'
import * as service from './service.ts'

export const closuresRouter = expose(closures, service)
