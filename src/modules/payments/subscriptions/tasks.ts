import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Charges a subscription that is due. */
export const chargeSubscription = declareTask('plan-subscriptions.charge', z.object({ id: z.uuid() }))
