import { expose } from '#kernel/expose.ts'
import { outbox } from './contract.ts'
import * as domainSetup from './domain-setup/service.ts'
import { sendingDomains } from './domains/contract.ts'
import * as service from './service.ts'

export const outboxRouter = expose(outbox, service)
export const sendingDomainsRouter = expose(sendingDomains, domainSetup)
