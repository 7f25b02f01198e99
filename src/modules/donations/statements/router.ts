import { expose } from '#kernel/expose.ts'
import { givingStatements } from './contract.ts'
import { preflight } from './service/preflight.ts'
import { create, email, get, list } from './service.ts'

export const statementRouters = { givingStatements: expose(givingStatements, { preflight, list, get, create, email }) }
