import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const makeExport = declareTask('clients.export', z.object({ exportId: z.uuid() }), {
  expireInSeconds: 4 * 3_600,
  retryLimit: 3,
  formerly: 'clients.export-wanted',
})
