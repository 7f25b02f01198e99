import { expose } from '#kernel/expose.ts'
import { apiKeys } from './contract.ts'
import { create, list, revoke, rotate } from './service.ts'

export const apiKeysRouter = expose(apiKeys, { list, create, rotate, revoke })
