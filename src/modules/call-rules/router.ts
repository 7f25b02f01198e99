import { expose } from '#kernel/expose.ts'
import { callRules } from './contract.ts'
import * as service from './service.ts'

export const callRulesRouter = expose(callRules, service)
