import { defineServerModule, seed } from '#kernel/server-modules.ts'
import { forms } from './contract.ts'
import { formRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { formSubmissionsRouter, formsRouter, unfinishedFormsRouter } from './router.ts'
import { seedForms } from './seed.ts'
import { formSubmissions } from './submissions/contract.ts'
import * as tasks from './tasks.ts'
import { unfinishedForms } from './unfinished/contract.ts'

export default defineServerModule({
  name: 'forms',
  contract: { forms, formSubmissions, unfinishedForms },
  router: { forms: formsRouter, formSubmissions: formSubmissionsRouter, unfinishedForms: unfinishedFormsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: formRoutes,
  seed: [seed({ name: 'forms', after: ['sms'], run: seedForms })],
})
