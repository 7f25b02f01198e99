import { joined } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

/** Every call of the REST API. */
export const contract = joined(serverModules, 'contract')
