import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { bibleStudies } from './contract.ts'
import { studyRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { bibleStudiesRouter } from './router.ts'
import { seedStudies } from './seed.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'bible-studies',
  contract: { bibleStudies },
  router: { bibleStudies: bibleStudiesRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: studyRoutes,
  seed: [seed({ name: 'bible-studies', after: ['sermons'], run: seedStudies })],
})
