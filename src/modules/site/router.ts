import { expose } from '#kernel/expose.ts'
import { contact } from './contact/contract.ts'
import { clientOfForm, submit } from './contact/service.ts'
import { status } from './contract.ts'
import * as service from './service.ts'

export const statusRouter = expose(status, { list: service.status })
export const contactRouter = expose(contact, { submit }, clientOfForm)
