import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { crisis } from './contract.ts'
import { crisisCleared, crisisFound, crisisPaged } from './events.ts'
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
    [crisisCleared.name]: 'Lets go what was held back until someone had read it',
    [crisisPaged.name]: 'Rings the phone of someone on call',
  },
})
