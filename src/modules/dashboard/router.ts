import { expose } from '#kernel/expose.ts'
import { gettingStarted } from './contract.ts'
import * as service from './service.ts'

export const gettingStartedRouter = expose(gettingStarted, { read: service.read, dismiss: service.dismiss })
