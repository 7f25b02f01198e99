import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { importStates } from './rules/options.ts'

/** Work waits: the first look, the check or the import itself. */
export const importWaiting = event('import.waiting', z.object({ importId: z.uuid(), state: z.enum(importStates) }))

/** The new people of an import are in the trash again. */
export const importUndone = event('import.undone', z.object({ importId: z.uuid() }))

/** A file of people is in. */
export const peopleImported = event(
  'people.imported',
  z.object({
    importId: z.uuid(),
    userId: z.uuid().nullable(),
    /** Where the new people go on the board; null where they don't. */
    stage: z.string().nullable(),
  }),
)
