import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const generateStudy = declareTask(
  'bible-studies.generate',
  z.object({ studyId: z.uuid(), generation: z.number().int() }),
)
