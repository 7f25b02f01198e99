import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Brings gifts of a file in, a hundred in each transaction. */
/** A server that is restarted again and again must not use up an import's tries. */
export const importGifts = declareTask('donations.import', z.object({ id: z.uuid() }), {
  retryLimit: 20,
  retryDelayMax: 60,
})
