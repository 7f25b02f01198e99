import { defineServerModule } from '#kernel/server-modules.ts'
import * as jobs from './jobs.ts'

export default defineServerModule({ name: 'ledger', contract: {}, router: {}, jobs: [jobs] })
