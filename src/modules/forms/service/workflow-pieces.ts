import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { formProcessed } from '../events.ts'

export const formTriggers: Record<string, WorkflowTrigger> = {
  'form.submitted': {
    event: formProcessed,
    input: z.object({ formId: z.uuid().nullish() }),
    person: ({ personId }) => personId,
    fits: ({ formId }, input) => !input.formId || input.formId === formId,
  },
}
