import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { crisis } from './contract.ts'
import { crisisFound, crisisPaged } from './events.ts'
import * as jobs from './jobs.ts'
import { crisisRouter } from './router.ts'
import { seedCrisis } from './seed.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'crisis',
  contract: { crisis },
  router: { crisis: crisisRouter },
  jobs: [jobs],
  tasks: [tasks],
  seed: [seed({ name: 'crisis', run: seedCrisis })],
  internalEvents: {
    [crisisFound.name]: 'What someone in danger wrote stays inside',
    [crisisPaged.name]: 'Rings the phone of someone on call',
  },
})
