import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const personCreated = event(
  'person.created',
  z.object({ personId: z.uuid(), userId: z.uuid().nullable(), at: z.coerce.date() }),
)
