import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { forms } from './contract.ts'
import { formProcessed } from './events.ts'
import { formRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { formSubmissionsRouter, formsRouter, unfinishedFormsRouter } from './router.ts'
import { seedForms } from './seed.ts'
import { hasSubmittedSince, nameOfForm } from './service/activity.ts'
import { readForCrisis } from './service/crisis.ts'
import { formMerge } from './service/merge.ts'
import { uses } from './service/uses.ts'
import { formTriggers } from './service/workflow-pieces.ts'
import { formSubmissions } from './submissions/contract.ts'
import * as tasks from './tasks.ts'
import { unfinishedForms } from './unfinished/contract.ts'

export default defineServerModule({
  name: 'forms',
  crisisSources: { form: readForCrisis },
  workflowTriggers: formTriggers,
  uses,
  consentSources: { form: nameOfForm },
  activitySinceImport: hasSubmittedSince,
  mergePolicy: formMerge,
  contract: { forms, formSubmissions, unfinishedForms },
  router: { forms: formsRouter, formSubmissions: formSubmissionsRouter, unfinishedForms: unfinishedFormsRouter },
  jobs: [jobs],
  tasks: [tasks],
  http: formRoutes,
  seed: [seed({ name: 'forms', after: ['sms'], run: seedForms })],
  webhookEvents: {
    'form.processed': webhookEvent({
      event: formProcessed,
      summary: 'A form was submitted, and the person behind it was found or added',
      read: ['formSubmissions', 'get'],
      input: ({ submissionId }) => ({ id: submissionId }),
      details: ({ formId, personId }) => ({ formId, personId }),
    }),
  },
})
