import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { sermons } from './contract.ts'
import { sermonRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { sermonsRouter } from './router.ts'
import { seedSermons } from './seed.ts'
import { listSermonsOfRange } from './service/calendar-entries.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'sermons',
  contract: { sermons },
  router: { sermons: sermonsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: sermonRoutes,
  calendarEntries: { sermon: listSermonsOfRange },
  seed: [seed({ name: 'sermons', after: ['people'], run: seedSermons })],
})
