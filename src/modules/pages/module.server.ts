import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { pages } from './contract.ts'
import { pageRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { siteRedirects } from './redirects/contract.ts'
import { pageSectionsRouter, pagesRouter, siteRedirectsRouter } from './router.ts'
import { pageSections } from './sections/contract.ts'
import { seedPages } from './seed.ts'
import { uses } from './service/uses.ts'
import * as tasks from './tasks.ts'

export default defineServerModule({
  name: 'pages',
  contract: { pages, pageSections, siteRedirects },
  router: { pages: pagesRouter, pageSections: pageSectionsRouter, siteRedirects: siteRedirectsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: pageRoutes,
  uses,
  seed: [seed({ name: 'pages', after: ['forms', 'calendar'], run: seedPages })],
})
