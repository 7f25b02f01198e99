import { expose } from '#kernel/expose.ts'
import { webDomains } from './contract.ts'
import * as service from './service.ts'

export const webDomainsRouter = expose(webDomains, service)
