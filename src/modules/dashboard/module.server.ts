import { defineServerModule } from '#kernel/server-modules.ts'
import { gettingStarted } from './contract.ts'
import { weeklyLetter } from './letter/contract.ts'
import * as letterJobs from './letter/jobs.ts'
import { weeklyLetterRouter } from './letter/router.ts'
import { gettingStartedRouter } from './router.ts'

export default defineServerModule({
  name: 'dashboard',
  contract: { gettingStarted, weeklyLetter },
  router: { gettingStarted: gettingStartedRouter, weeklyLetter: weeklyLetterRouter },
  jobs: [letterJobs],
})
