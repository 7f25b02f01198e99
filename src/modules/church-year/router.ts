import { expose } from '#kernel/expose.ts'
import { churchYear } from './contract.ts'
import * as service from './service.ts'

export const churchYearRouter = expose(churchYear, service)
