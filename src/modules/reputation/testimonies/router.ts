import { expose } from '#kernel/expose.ts'
import { testimonies } from './contract.ts'
import * as service from './service.ts'

export const testimoniesRouter = expose(testimonies, service)
