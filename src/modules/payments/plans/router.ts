import { expose } from '#kernel/expose.ts'
import { salePlans } from './contract.ts'
import * as service from './service.ts'

export const salePlansRouter = expose(salePlans, service)
