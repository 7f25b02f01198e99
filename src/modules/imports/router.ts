import { expose } from '#kernel/expose.ts'
import { imports } from './contract.ts'
import * as service from './service.ts'

export const importsRouter = expose(imports, service)
