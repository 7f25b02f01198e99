import { defineServerModule } from '#kernel/server-modules.ts'
import * as jobs from './jobs.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({ name: 'campaigns', contract: {}, router: {}, jobs: [jobs], tasks: [tasks] })
