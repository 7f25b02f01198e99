import { defineServerModule } from '#kernel/server-modules.ts'
import { campaigns } from './contract.ts'
import * as jobs from './jobs.ts'
import { campaignsRouter } from './router.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'campaigns',
  contract: { campaigns },
  router: { campaigns: campaignsRouter },
  jobs: [jobs],
  tasks: [tasks],
})
