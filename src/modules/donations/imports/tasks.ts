import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Brings gifts of a file in, a hundred in each transaction. */
export const importGifts = declareTask('donations.import', z.object({ id: z.uuid() }))
