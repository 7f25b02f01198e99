import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import { imports } from './contract.ts'
import { importUndone, peopleImported } from './events.ts'
import * as jobs from './jobs.ts'
import { importsRouter } from './router.ts'
import { nameOfImport } from './service/names.ts'

export default defineServerModule({
  name: 'imports',
  contract: { imports },
  router: { imports: importsRouter },
  jobs: [jobs],
  consentSources: { import: nameOfImport },
  webhookEvents: {
    'people.imported': webhookEvent({
      event: peopleImported,
      summary: 'A file of people was imported',
      read: ['imports', 'get'],
      input: ({ importId }) => ({ id: importId }),
    }),
    'import.undone': webhookEvent({
      event: importUndone,
      summary: 'An import was undone',
      read: ['imports', 'get'],
      input: ({ importId }) => ({ id: importId }),
    }),
  },
  internalEvents: { 'import.waiting': 'Starts the next step of an import' },
})
