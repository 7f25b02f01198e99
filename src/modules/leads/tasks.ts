import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'
import { stages } from './rules/stages.ts'

/** A file of people was imported: those who are new go on the board, unless `stage` is null. */
export const boardImported = declareTask(
  'leads.board-imported',
  z.object({ importId: z.uuid(), userId: z.uuid().nullable(), stage: z.enum(stages).nullable() }),
  { formerly: 'leads.imported' },
)

/** The new people of an import are in the trash again. */
export const unboardUndone = declareTask('leads.unboard-undone', z.object({ importId: z.uuid() }), {
  formerly: 'leads.import-undone',
})
