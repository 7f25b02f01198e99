import { expose } from '#kernel/expose.ts'
import { conversations } from './contract.ts'
import { items, note, send } from './items/service.ts'
import * as service from './service.ts'

export const conversationsRouter = expose(conversations, { ...service, items, note, send })
