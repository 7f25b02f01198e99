import { expose } from '#kernel/expose.ts'
import { status } from './contract.ts'
import * as service from './service.ts'

export const statusRouter = expose(status, { list: service.status })
