import { z } from 'zod'
import { schemaSentence } from '#api-access/rules/schema-sentences.ts'
import { joined } from '#kernel/server-modules.ts'
import { serverModules } from './modules.server.ts'

// What a schema has no words for is said here, not in zod's own terms.
z.config({ customError: schemaSentence })

/** Every call of the REST API. */
export const contract = joined(serverModules, 'contract')
