import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { formProcessed } from '../events.ts'

export const formTriggers: Record<string, WorkflowTrigger> = {
  'form.submitted': {
    event: formProcessed,
    input: z.object({ formId: z.uuid().nullish() }),
    person: ({ personId }) => personId,
    fits: ({ formId }, input) => !input.formId || input.formId === formId,
    existing: (_, { formId }) =>
      sql`people.id in (select s.person_id from form_submissions s where s.client_id = people.client_id
        and s.person_id is not null ${formId ? sql`and s.form_id = ${formId}` : sql``})`,
  },
}
