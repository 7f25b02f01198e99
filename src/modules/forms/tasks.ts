import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Someone filled a form in; their words are stored and are to be read. */
export const readSubmission = declareTask('forms.read', z.object({ submissionId: z.uuid() }), {
  formerly: 'forms.submitted',
})
