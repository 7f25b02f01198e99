import { expose } from '#kernel/expose.ts'
import { contact } from './contact/contract.ts'
import { clientOfForm, submit } from './contact/service.ts'
import { status } from './contract.ts'
import { health } from './health/service.ts'
import * as service from './service.ts'

export const statusRouter = expose(status, { list: service.status, health })
export const contactRouter = expose(contact, { submit }, clientOfForm)
