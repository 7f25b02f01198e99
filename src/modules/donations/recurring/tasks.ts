import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Charges a recurring gift that is due. */
export const chargeRecurring = declareTask('donations.charge-recurring', z.object({ id: z.uuid() }))
