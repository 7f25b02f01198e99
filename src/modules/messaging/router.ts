import { expose } from '#kernel/expose.ts'
import { outbox } from './contract.ts'
import { sendingDomains } from './domains/contract.ts'
import * as domainSetup from './domains/service/setup.ts'
import { inboundEmails } from './inbound-email/contract.ts'
import { readOriginal } from './inbound-email/service/original.ts'
import * as service from './service.ts'

export const outboxRouter = expose(outbox, service)
export const sendingDomainsRouter = expose(sendingDomains, domainSetup)
export const inboundEmailsRouter = expose(inboundEmails, { original: readOriginal })
