import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { pages } from './contract.ts'
import { pageRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { pageSectionsRouter, pagesRouter } from './router.ts'
import { pageSections } from './sections/contract.ts'
import { seedPages } from './seed.ts'
import { uses } from './service/uses.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'pages',
  contract: { pages, pageSections },
  router: { pages: pagesRouter, pageSections: pageSectionsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: pageRoutes,
  uses,
  seed: [seed({ name: 'pages', after: ['forms', 'calendar'], run: seedPages })],
})
