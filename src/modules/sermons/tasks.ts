import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const generateSermon = declareTask(
  'sermons.generate',
  z.object({ sermonId: z.uuid(), generation: z.number().int() }),
)
