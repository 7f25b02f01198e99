import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** It was read: who it is from is known. */
export const formProcessed = event(
  'form.processed',
  z.object({
    submissionId: z.uuid(),
    formId: z.uuid(),
    personId: z.uuid().nullable(),
    at: z.coerce.date(),
  }),
)
